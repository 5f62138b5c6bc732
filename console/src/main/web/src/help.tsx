import { Dialog } from "./dialog";
import { helpOpen, KEYS } from "./keys";

export function Help() {
  const close = () => (helpOpen.value = false);
  return (
    <Dialog label="Keys" close={close} class="help">
      <h2>Keys</h2>
      <table class="pairs">
        <caption class="unseen">Keys</caption>
        <tbody>
          {KEYS.map(([keys, meaning]) => (
            <tr key={keys}>
              <th scope="row">
                {keys.split(" ").map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </th>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="actions">
        <button type="button" onClick={close}>
          Close
        </button>
      </p>
    </Dialog>
  );
}
