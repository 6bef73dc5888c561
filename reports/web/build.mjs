// Bundles the pages of a session and of a comparison into DIR/page.{js,css} and DIR/compare.{js,css}: `node build.mjs DIR`;
// `./run bundle` writes the ones that are committed. The script carries the licences of what is bundled into it. No path of
// the machine gets into the output, so the same sources give the same bytes.
import { readFile } from "node:fs/promises";
import { build } from "esbuild";

const directory = process.argv[2];
if (!directory) {
  console.error("usage: node build.mjs DIR");
  process.exit(2);
}
const common = { bundle: true, minify: true, legalComments: "none", logLevel: "warning", target: ["es2021"] };

/** Packages by licence text, as one comment. */
async function licences(inputs) {
  const names = new Set(inputs.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]).filter(Boolean));
  const packages = new Map();
  for (const name of [...names].sort()) {
    const text = (await readFile(`node_modules/${name}/LICENSE`, "utf8")).trim();
    packages.set(text, [...(packages.get(text) ?? []), name]);
  }
  return "/*\n" + [...packages].map(([text, list]) => `${list.join(", ")}:\n${text}\n`).join("\n") + "*/";
}

for (const [name, entry] of [
  ["page", "src/main.js"],
  ["compare", "src/compare/main.js"],
]) {
  const script = { ...common, entryPoints: [entry], outfile: `${directory}/${name}.js`, format: "iife" };
  const { metafile } = await build({ ...script, metafile: true, write: false });
  await build({ ...script, banner: { js: await licences(Object.keys(metafile.inputs)) } });
  await build({ ...common, entryPoints: [`css/${name}.css`], outfile: `${directory}/${name}.css` });
}
