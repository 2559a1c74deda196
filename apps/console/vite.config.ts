/** How the console is built: static files under `/console/`, which apps/server reads (apps/console/build/build.ts). */
import optimizeLocales from "@react-aria/optimize-locales-plugin"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"
import type { Plugin } from "vite"

/** The file that asks for the person's language runs as soon as it is there, and does not wait for the console. */
const languageFirst: Plugin = {
  name: "language-first",
  transformIndexHtml: {
    order: "post",
    handler: (_, { bundle = {} }) =>
      Object.values(bundle).flatMap((chunk) =>
        chunk.type === "chunk" && chunk.name === "language"
          ? [
              {
                tag: "script",
                attrs: {
                  type: "module",
                  async: true,
                  crossorigin: true,
                  nonce: "__NONCE__",
                  src: `/console/${chunk.fileName}`
                },
                injectTo: "head-prepend" as const
              }
            ]
          : []
      )
  }
}

export default defineConfig({
  base: "/console/",
  plugins: [
    react(),
    // The controls' words in the console's languages: those of 32 others would be a sixth of the workspace.
    optimizeLocales.vite({ locales: ["en-US", "de-DE"] }),
    languageFirst
  ],
  // The server puts a nonce of each answer in its place.
  html: { cspNonce: "__NONCE__" },
  build: {
    target: "es2023",
    manifest: true,
    // A preload polyfill would be a script in the page, and an inlined file a `data:` address: the page's policy refuses both.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // What a first screen may weigh is a test of its own (test/sizes.test.ts).
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      output: {
        // By itself a shared file has the names of all that share it, and every file that imports it repeats them.
        chunkFileNames: ({ name }) => `assets/${name.split("~")[0]}-[hash].js`,
        // What the first screen needs comes in one file, where a browser would wait for twenty.
        codeSplitting: {
          groups: [
            { name: "language", test: /\/src\/messages\/firstWords\.ts$|preload-helper/, priority: 1 },
            { name: "first", test: /\/src\/(?:router|theme\/theme|messages\/Spoken)\.tsx?$|\/react-dom\// },
            // Small parts that many screens share come together, with those that the same screens need. Dialogs stay apart: React Aria's
            // bring its menus along.
            {
              name: "common",
              test: /\/src\/(?:api|time|keys|parts\/(?!Dialog|ConfirmDialog|NameDialog))|@tanstack/u,
              minShareCount: 12,
              entriesAware: true,
              entriesAwareMergeThreshold: 5_000
            }
          ]
        }
      }
    }
  },
  // The worker has no elements, which a look at a member would lay out.
  worker: { format: "es", rolldownOptions: { treeshake: { propertyReadSideEffects: false } } }
})
