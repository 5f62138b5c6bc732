import { useEffect, useRef, useState } from "preact/hooks";
import { go, route } from "./router";
import { lost, session, signIn } from "./session";
import { prose, visible } from "./text";

/** Asks for a token, or sends to an issuer. The token goes to the hub and is kept nowhere here. */
export function SignInView() {
  const box = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState(route.peek().query.get("error") ?? "");
  const [busy, setBusy] = useState(false);
  useEffect(() => box.current?.focus(), []);
  const { signIn: ways, title } = session.value!;
  const submit = async (event: Event) => {
    event.preventDefault();
    const token = box.current!.value.trim();
    box.current!.value = "";
    setBusy(true);
    try {
      await signIn(token);
      if (route.peek().view === "sign-in") {
        go("#/");
      }
    } catch (e) {
      setFailure((e as Error).message);
      box.current?.focus();
    } finally {
      setBusy(false);
    }
  };
  return (
    <main class="sign-in panel" id="content">
      <h1>Sign in to {visible(title)}</h1>
      {failure && (
        <p class="note bad" role="alert">
          <bdi>{prose(failure)}</bdi>
        </p>
      )}
      {lost.value && !failure && (
        <p class="note" role="status">
          Your session has ended. Sign in again to go on.
        </p>
      )}
      {ways.token && (
        <form onSubmit={(event) => void submit(event)} autocomplete="off">
          <label for="token">Token</label>
          <input id="token" ref={box} type="password" autocomplete="off" spellcheck={false} required aria-describedby="token-hint" />
          <p class="hint" id="token-hint">
            As `operations token` printed it. It is exchanged for a session and not kept in the browser.
          </p>
          <button type="submit" class="primary" disabled={busy}>
            Sign in
          </button>
        </form>
      )}
      {ways.issuers.length > 0 && (
        <ul class="plain issuers">
          {ways.issuers.map((issuer) => (
            <li key={issuer.name}>
              <a class="button" href={issuer.login.replace(/^\//, "")}>
                Sign in with {visible(issuer.title)}
              </a>
            </li>
          ))}
        </ul>
      )}
      {!ways.token && ways.issuers.length === 0 && <p>This hub accepts nobody here.</p>}
    </main>
  );
}
