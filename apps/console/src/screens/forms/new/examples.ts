/** Forms to begin with: those of the demo, and more. Each is a file of its own, fetched when it is chosen. */

interface Raw {
  readonly default: string
}

interface Example {
  readonly id: string
  /** The definition's text. */
  readonly load: () => Promise<Raw>
}

export const examples = [
  { id: "motor", load: () => import("../../../../../server/demo/motor-quote.json?raw") },
  { id: "intake", load: () => import("../../../../../server/demo/intake-score.json?raw") },
  { id: "roof", load: () => import("../../../../../server/demo/roof.json?raw") },
  { id: "contact", load: () => import("./examples/contact.json?raw") },
  { id: "registration", load: () => import("./examples/registration.json?raw") },
  { id: "order", load: () => import("./examples/order.json?raw") },
  { id: "expenses", load: () => import("./examples/expenses.json?raw") },
  { id: "leave", load: () => import("./examples/leave.json?raw") }
] as const satisfies ReadonlyArray<Example>

export type ExampleId = (typeof examples)[number]["id"]
