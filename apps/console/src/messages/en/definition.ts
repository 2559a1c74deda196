import { counted } from "./common.ts"

export const definition = {
  faults: "Faults",
  expected: "Expected:",
  moreFaults: ({ n }: { readonly n: number }) => `${counted(n, "more fault", "more faults")} not shown.`,
  notObject: "A definition is a JSON object.",
  rounded: ({ literal }: { readonly literal: string }) =>
    `The number ${literal.slice(0, 40)} has more digits than are kept. Write a number of at most 15 digits.`,
  source: "Definition",
  before: "Before",
  after: "After"
}
