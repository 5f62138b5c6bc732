// Checks the types, bundles the sources and writes all files that the servlet serves:
//   node build.mjs OUTPUT
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";

const output = process.argv[2];
const assets = "console/assets/";
const types = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
};

function checkTypes() {
  const checked = spawnSync("node_modules/.bin/tsc", ["--noEmit", "-p", "."], { stdio: "inherit", shell: process.platform === "win32" });
  if (checked.status !== 0) {
    process.exit(1);
  }
}

async function bundle() {
  const result = await build({
    entryPoints: ["src/main.tsx", "src/style.css", "src/icon.svg"],
    outdir: "bundle",
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    loader: { ".svg": "copy" },
    bundle: true,
    splitting: true,
    format: "esm",
    target: ["chrome111", "firefox115", "safari16.4"],
    jsx: "automatic",
    jsxImportSource: "preact",
    minify: true,
    legalComments: "none",
    charset: "utf8",
    write: false,
    metafile: true,
    logLevel: "warning",
  });
  const files = result.outputFiles.map((file) => ({ path: assets + basename(file.path), bytes: Buffer.from(file.contents) }));
  return { files, first: firstView(result.metafile) };
}

/** What the page needs at once, so that the browser asks for all of it together. */
function firstView({ outputs }) {
  const main = Object.keys(outputs).find((path) => /main-\w+\.js$/.test(path));
  const found = new Set();
  const visit = (path) => outputs[path].imports.filter(({ kind }) => kind === "import-statement").forEach((used) => {
    if (!found.has(used.path)) {
      found.add(used.path);
      visit(used.path);
    }
  });
  visit(main);
  return { main: assets + basename(main), chunks: [...found].map((path) => assets + basename(path)) };
}

function page(files, { main, chunks }) {
  const text = readFileSync("index.html", "utf8")
    .replace("{main}", main)
    .replace("{chunks}", chunks.map((path) => `<link rel="modulepreload" href="${path}" />`).join("\n    "))
    .replace("{style}", files.find((file) => file.path.endsWith(".css")).path)
    .replace("{icon}", files.find((file) => file.path.endsWith(".svg")).path);
  return { path: "index.html", bytes: Buffer.from(text) };
}

function write({ path, bytes }) {
  const target = join(output, path);
  mkdirSync(join(target, ".."), { recursive: true });
  writeFileSync(target, bytes);
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
  for (const [suffix, compressed] of [[".gz", gzipSync(bytes, { level: 9 })], [".br", brotliCompressSync(bytes, brotli)]]) {
    if (compressed.length < bytes.length) {
      writeFileSync(target + suffix, compressed);
    }
  }
}

checkTypes();
rmSync(output, { recursive: true, force: true });
const { files, first } = await bundle();
files.push(page(files, first));
files.sort((a, b) => (a.path < b.path ? -1 : 1));
files.forEach(write);
const lines = files.map(({ path, bytes }) => {
  const tag = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  return `${path}\t${tag}\t${types[path.split(".").pop()]}\n`;
});
writeFileSync(join(output, "files.txt"), lines.join(""));
