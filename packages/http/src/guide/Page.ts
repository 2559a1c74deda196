/** A page for a person with a browser: HTML without scripts, images or anything from elsewhere, which its headers say too. */
import { createHash } from "node:crypto"
import { Answer } from "../connection/Answer.ts"

/** HTML that is safe to send: made from literals, and from values that were escaped. */
export interface Html {
  readonly html: string
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/gu, (character) => entities[character] ?? "")

type Part = string | Html | ReadonlyArray<Html>

const written = (part: Part): string => {
  if (typeof part === "string") return escaped(part)
  return "html" in part ? part.html : part.map(({ html }) => html).join("\n")
}

/** A template whose values are escaped, unless they are HTML themselves. */
export const html = (literals: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Html => ({
  html: literals.reduce((made, literal, index) => `${made}${written(parts[index - 1] ?? "")}${literal}`)
})

/** A text with code between backticks. */
export const prose = (text: string): Html => ({
  html: text
    .split("`")
    .map((part, index) => (index % 2 === 0 ? escaped(part) : `<code>${escaped(part)}</code>`))
    .join("")
})

const style = `
:root { color-scheme: light dark; --text: #1d2126; --dim: #5a636e; --line: #d9dee4; --back: #fff; --code: #f3f5f7; --link: #0b57a8 }
@media (prefers-color-scheme: dark) {
  :root { --text: #e4e7eb; --dim: #9aa5b1; --line: #343b44; --back: #15181c; --code: #1f242a; --link: #7cb7ff }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--back); color: var(--text); font: 1rem/1.55 system-ui, sans-serif }
main { max-width: 46rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .75rem; overflow-wrap: anywhere }
h2 { font-size: 1.15rem; margin: 2.25rem 0 .5rem }
p, ul, ol { margin: .6rem 0 }
li { margin: .3rem 0 }
a { color: var(--link) }
.dim { color: var(--dim) }
code, pre { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; background: var(--code); border-radius: .3rem }
code { padding: .1em .3em; overflow-wrap: anywhere }
pre { padding: .8rem 1rem; overflow-x: auto }
pre code { padding: 0; background: none; overflow-wrap: normal; font-size: 1em }
.whole, td:first-child { white-space: nowrap }
.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid var(--line) }
th { font-weight: 600; color: var(--dim) }
`

/** Only this style may act: no script, image, form or frame, whatever a page may come to show. */
const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** INVARIANT: nothing between the tags but the style, or the hash is of something else. */
const element: Html = { html: `<style>${style}</style>` }

/** The answer to a browser. @param title of the window. */
export const answer = (title: string, body: Html): Answer =>
  new Answer(
    200,
    {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "referrer-policy": "no-referrer",
      vary: "accept"
    },
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title}</title>
          ${element}
        </head>
        <body>
          <main>${body}</main>
        </body>
      </html> `.html
  )
