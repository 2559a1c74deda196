/** The pages of problems: all codes, and one page for each, whose address is in the `Link` of its answers (docs/decisions/0194). */
import type { Answer } from "../connection/Answer.ts"
import { helpPath, helpRoot } from "../problem/ProblemDetails.ts"
import { guides, payloadCodes, type Guide } from "../problem/ProblemGuide.ts"
import { html, prose } from "./Page.ts"
import * as Page from "./Page.ts"

export const root = helpRoot

const firstSentence = (text: string): string => /^.*?[.](?= |$)/u.exec(text)?.[0] ?? text

/** A code in the list for programs. */
export const entry = ({ code, name, statuses, titles }: Guide) => ({ code, statuses, titles, help: helpPath(name) })

const codesOfPayloads = html`<h2>Codes in <code>problems</code></h2>
  <div class="wide">
    <table>
      ${Object.entries(payloadCodes).map(
        ([code, means]) =>
          html`<tr>
            <td><code>${code}</code></td>
            <td>${prose(means)}</td>
          </tr>`
      )}
    </table>
  </div>`

export const page = (guide: Guide): Answer =>
  Page.answer(
    `${guide.code} · Formwork`,
    html`<p class="dim"><a href="/">Formwork</a> · <a href="${root}">Problems</a></p>
      <h1>${guide.code}</h1>
      <p class="dim">Status ${guide.statuses.join(", ")} · <code>urn:formwork:problem:${guide.name}</code></p>
      <p>${prose(guide.means)}</p>
      <h2>What to do</h2>
      <ul>
        ${guide.todo.map((sentence) => html`<li>${prose(sentence)}</li>`)}
      </ul>
      <h2>How it is titled</h2>
      <ul>
        ${guide.titles.map((title) => html`<li>${title}</li>`)}
      </ul>
      ${guide.members.length === 0 ? "" : html`<p>Members of its own: ${prose(guide.members.map((name) => `\`${name}\``).join(", "))}.</p>`}
      ${guide.code === "INVALID_SUBMISSION" ? codesOfPayloads : ""}`
  )

export const list: Answer = Page.answer(
  "Problems · Formwork",
  html`<p class="dim"><a href="/">Formwork</a></p>
    <h1>Problems by code</h1>
    <p>
      Every refusal has a <code>code</code>. The header <code>Link</code> of the answer leads to the page of its code.
    </p>
    <div class="wide">
      <table>
        <tr>
          <th>Status</th>
          <th>Code</th>
        </tr>
        ${guides.map(
          ({ code, means, name, statuses }) =>
            html`<tr>
              <td>${statuses.join(", ")}</td>
              <td><a href="${helpPath(name)}">${code}</a><br />${prose(firstSentence(means))}</td>
            </tr>`
        )}
      </table>
    </div>`
)
