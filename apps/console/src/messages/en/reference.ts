import { counted, type Counted, listed } from "./common.ts"

export interface Named {
  readonly name: string
}

/** The API reference. */
export const reference = {
  title: "API reference",
  description: "Every call of this server, from its own OpenAPI documents.",
  documents: "Documents",
  app: "App API, as JSON",
  versioned: "Versioned API, as JSON",
  operations: "Operations",
  find: "Find an operation",
  foundN: ({ n }: Counted) => counted(n, "operation", "operations"),
  none: "No operation is like that",
  noneWhy: "The search looks at methods, paths, names and summaries.",
  clear: "Clear search",
  unknown: "There is no such operation",
  unknownWhy: "The operation in the address is in neither document. It may belong to another release.",
  all: "Show all operations",
  choose: "Choose an operation",
  chooseWhy:
    "Each has its parameters, its answers and a command to copy, and can be sent from here with your own rights. Programs send the same calls with an API key.",
  open: "It needs no credential.",
  anyone: "It needs any credential, and no privilege.",
  needs: "Needs",
  held: ({ name }: Named) => `${name}: you have it`,
  lacking: ({ name }: Named) => `${name}: you lack it`,
  parameters: "Parameters",
  body: "Body",
  request: "Request body",
  required: "required",
  optionalBody: "The body may be left out.",
  answer: ({ status }: { readonly status: number }) => `Answer ${status}`,
  headers: "Headers",
  empty: "It has no body.",
  refusals: "Refusals",
  refusalsWhy: "Programs branch on the code. Each code has a page with what to do.",
  status: "Status",
  code: "Code",
  means: "What it means",
  members: ({ name }: Named) => `Members of ${name}`,
  type: {
    any: "any value",
    arrayOf: ({ type }: { readonly type: string }) => `array of ${type}`,
    either: ({ types }: { readonly types: ReadonlyArray<string> }) =>
      new Intl.ListFormat("en", { type: "disjunction" }).format(types),
    other: "any other name"
  },
  command: "As a command",
  curl: "curl",
  commandWhy: "With this server’s address. Put an API key, or a session’s token, into KEY.",
  send: {
    title: "Send with my rights",
    why: "The call goes to this server as yours. Nothing of it is kept in the address.",
    leftOut: "Left out",
    missing: ({ names }: { readonly names: ReadonlyArray<string> }) => `Fill in first: ${listed(names)}.`,
    privilege: ({ name }: Named) => `It needs the privilege ${name}, which you do not have.`,
    submit: ({ method }: { readonly method: string }) => `Send ${method}`,
    again: "Send again",
    ask: ({ method }: { readonly method: string }) => `Send this ${method}?`,
    real: "This is no rehearsal: the server does it now, with your rights, and the audit log says that it was you.",
    withBody: "The body is sent as it stands in the form."
  },
  answered: {
    title: "Answer",
    line: ({ millis, reason, status }: { readonly status: number; readonly reason: string; readonly millis: number }) =>
      `${[status, reason].join(" ").trim()}, after ${millis} ms`,
    headers: "Headers of the answer",
    body: "Body of the answer",
    cut: ({ n }: Counted) =>
      `Only the first ${counted(n, "byte", "bytes")} are shown, and no more was read. The command above gets the whole answer.`,
    file: ({ n }: Counted) => `A file of ${counted(n, "byte", "bytes")}. It is not shown here.`,
    empty: "The answer has no body."
  }
}
