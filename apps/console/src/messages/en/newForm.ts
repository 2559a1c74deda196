import { counted } from "./common.ts"

export const newForm = {
  title: "New form",
  from: "Begin with",
  sources: {
    empty: { label: "An empty form", why: "One text field." },
    json: { label: "A definition in JSON", why: "Pasted, or from a file." },
    copy: { label: "A copy of a form", why: "Its draft, under another code." },
    motor: { label: "Motor quote", why: "40 fields, a list of drivers, a premium, an e-mail and a PDF." },
    intake: { label: "Intake score", why: "A score, a priority, and outcomes that say what to do." },
    roof: { label: "Roof enquiry", why: "The smallest one that computes a price." },
    contact: { label: "Contact request", why: "Fields that come and go, and a workflow of three states." },
    registration: { label: "Event registration", why: "Attendees with tickets, and a discount for groups." },
    order: { label: "Product order", why: "Lines, shipping and tax." },
    expenses: { label: "Expense claim", why: "Receipts, an advance, a second approval." },
    leave: { label: "Leave request", why: "Days between dates, and who has to agree." }
  },
  examples: "Examples",
  formTitle: "Title",
  code: "Code",
  codeWhy: "One to ten capital letters and digits, a letter first. It never changes: reference numbers begin with it.",
  codeWrong: "One to ten capital letters and digits, a letter first.",
  folder: "Folder",
  submit: "Make form",
  json: "Definition",
  jsonWhy: "A form in JSON, as the rule language describes it.",
  file: "Choose a file",
  fileTooLarge: "A definition has at most 1 MiB.",
  noFaults: "The definition has no faults.",
  faults: ({ n }: { readonly n: number }) =>
    `${counted(n, "fault", "faults")}. The form can be made with them, and published once they are mended.`,
  copyOf: "Form to copy",
  copySearch: "Title or code",
  copied: ({ title }: { readonly title: string }) => `Copy of ${title}`,
  choose: "Choose a form to copy.",
  what: "What it has",
  fields: ({ n }: { readonly n: number }) => counted(n, "field", "fields"),
  formulas: ({ n }: { readonly n: number }) => counted(n, "formula", "formulas"),
  rules: ({ n }: { readonly n: number }) => counted(n, "check", "checks"),
  outcomes: ({ n }: { readonly n: number }) => counted(n, "outcome", "outcomes"),
  effects: ({ n }: { readonly n: number }) => counted(n, "effect", "effects")
}
