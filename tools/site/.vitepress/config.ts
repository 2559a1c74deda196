/** The pages under docs, and those that they lead to, as a site: `npm run docs`. Nothing of it comes from elsewhere, the search included. */
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitepress"
import { slug } from "../../house/pages.ts"
import { contents } from "../../pages/contents.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))

/** Where a page of the repository is in the site. */
const routeOf = (path: string): string => `/${path.replace(/README\.md$/u, "").replace(/\.md$/u, "")}`

const parts = contents().map(({ pages, title }) => ({
  text: title,
  items: pages.map(({ path, text }) => ({ text, link: routeOf(path) }))
}))

interface Token {
  readonly type: string
  readonly attrGet: (name: string) => string | null
}

/** The beginnings and ends of links to files of the repository that are no pages. */
const linksToFiles = (tokens: ReadonlyArray<Token>): ReadonlyArray<Token> =>
  tokens.flatMap((token, index) => {
    const target = token.attrGet("href") ?? ""
    if (token.type !== "link_open" || /^[a-z]+:|^#|\.md(?:#|$)/u.test(target)) return []
    const end = tokens.slice(index).find(({ type }) => type === "link_close")
    return end === undefined ? [token] : [token, end]
  })

export default defineConfig({
  title: "Formwork",
  description: "A headless form service: evaluate a payload through a form's live rules, file it exactly once.",
  lang: "en",
  srcDir: root,
  srcExclude: ["**/node_modules/**", "**/dist/**", ".*/**", "tools/**"],
  rewrites: (page) => page.replace(/(?<=^|\/)README(?=\.md$)/u, "index"),
  outDir: fileURLToPath(new URL("../dist", import.meta.url)),
  cacheDir: fileURLToPath(new URL("../node_modules/.cache", import.meta.url)),
  cleanUrls: true,
  markdown: {
    anchor: { slugify: slug },
    config: (markdown) => {
      // Two braces are text here; in Vue they begin an expression.
      for (const rule of ["text", "code_inline"] as const) {
        const before = markdown.renderer.rules[rule]
        markdown.renderer.rules[rule] = (...given) => before?.(...given).replaceAll("{{", "&#123;&#123;") ?? ""
      }
      // A folder, a JSON: it is in the repository, and not in the site.
      markdown.core.ruler.push("files", ({ tokens }) => {
        for (const token of tokens.flatMap(({ children }) => linksToFiles(children ?? []))) {
          Object.assign(token, { type: "file", tag: "span", attrs: null })
        }
      })
      // The pages have no HTML of their own: what looks like an element is a placeholder.
      markdown.renderer.rules.html_inline = (tokens, index) => markdown.utils.escapeHtml(tokens[index]?.content ?? "")
    }
  },
  // The pages are in folders that have no Vue of their own.
  vite: { resolve: { alias: { vue: fileURLToPath(new URL("../node_modules/vue", import.meta.url)) } } },
  themeConfig: {
    nav: [
      { text: "Documents", link: "/docs/" },
      { text: "Tutorial", link: "/docs/tutorial" },
      { text: "API", link: "/docs/api" }
    ],
    sidebar: parts,
    outline: [2, 3],
    search: { provider: "local" }
  }
})
