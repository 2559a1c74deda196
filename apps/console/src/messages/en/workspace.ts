import type { Change } from "@formwork/rules/Comparison"
import { counted } from "./common.ts"
import { readingWords } from "./source.ts"

const parts: { readonly [K in Change["subject"]]: string } = {
  form: "form",
  constant: "constant",
  table: "table",
  field: "field",
  section: "section",
  check: "check",
  outcome: "outcome",
  effect: "effect",
  state: "state",
  transition: "transition"
}

const made: { readonly [K in Change["change"]]: string } = {
  added: "is new",
  removed: "is gone",
  changed: "has changed"
}

export const workspace = {
  title: ({ title }: { readonly title: string }) => `${title}: workspace`,
  untitled: "Form without a title",
  readOnly: "You can read and try out this draft. Changing it needs the privilege form:write, which you do not have.",
  undo: "Undo",
  redo: "Redo",
  view: "View",
  views: { structure: "Structure", source: "Source", both: "Both" },
  tryOut: "Try-out",
  publish: "Publish…",
  faults: ({ n }: { readonly n: number }) => counted(n, "fault", "faults"),
  noFaults: "No faults",
  checking: "Checking",
  dead: "The engine has stopped. It starts again with your next change.",
  changes: ({ breaking, n }: { readonly n: number; readonly breaking: number }) =>
    `${counted(n, "change", "changes")}${breaking === 0 ? "" : `, ${breaking} breaking`}`,
  noChanges: "As published",
  liveUnread: "The live version could not be read, so nothing says what this draft changes.",
  changesTitle: "Changes since the live version",
  change: ({ change, member, name, subject }: Change) =>
    member === undefined
      ? `${parts[subject]} ${name} ${made[change]}`
      : `${member} of ${subject === "form" ? "the form" : `${parts[subject]} ${name}`} ${made[change]}`,
  breaking: "breaking",
  chain: {
    title: ({ name }: { readonly name: string }) => `What ${name} reads, and what reads it`,
    ...readingWords
  },
  cost: ({ most, total }: { readonly total: number; readonly most: number }) =>
    `${new Intl.NumberFormat("en").format(total)} of ${counted(most, "step", "steps")}`,
  heaviest: "The heaviest rules",
  heavy: ({ name, steps }: { readonly name: string; readonly steps: number }) =>
    `${name}: ${counted(steps, "step", "steps")}`,
  resize: ({ pane }: { readonly pane: string }) => `Width of ${pane}`,
  panes: "Panes",
  outline: "Outline",
  inspector: "Selected part"
}
