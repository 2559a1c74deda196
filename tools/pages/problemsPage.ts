/** docs/problems.md, from the table of refusals and what it says about each code. */
import { guides, payloadCodes, type Guide } from "../../packages/http/src/problem/ProblemGuide.ts"

const section = ({ code, means, members, name, statuses, titles, todo }: Guide): string =>
  [
    `## ${code}`,
    `${statuses.join(", ")} · \`urn:formwork:problem:${name}\` · ${titles.map((title) => `“${title}”`).join(", ")}`,
    means,
    todo.map((sentence) => `- ${sentence}`).join("\n"),
    ...(members.length === 0 ? [] : [`Members of its own: ${members.map((member) => `\`${member}\``).join(", ")}.`]),
    ...(code === "INVALID_SUBMISSION" ? [codes] : [])
  ].join("\n\n")

const codes = [
  "The codes in `problems`, here and in the answer of evaluate:",
  ["| code | |", "|---|---|", ...Object.entries(payloadCodes).map(([code, text]) => `| \`${code}\` | ${text} |`)].join(
    "\n"
  )
].join("\n\n")

const intro = `# Problems by code

Every refusal is \`application/problem+json\` with a \`code\`, which is what a program branches on. This page says of each what it means and what to do. Your
server shows the same at \`/docs/problems\`, for the release that it runs: the last part of \`type\` is the page's name, and the header \`Link\` of the answer
leads there, with \`rel="help"\`. Whatever you report, quote the \`requestId\`.

Made by \`npm run pages\` from the table that the server answers by; a test compares them.`

const contents = guides
  .map(({ code, statuses }) => `[${code}](#${code.toLowerCase()}) (${statuses.join(", ")})`)
  .join(" · ")

export const problemsPage = (): string => `${[intro, contents, ...guides.map(section)].join("\n\n")}\n`
