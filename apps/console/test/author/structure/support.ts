/** What tests of the structure editor share. */
import type { Locator } from "playwright-core"
import type { Console } from "../../harness/browser.ts"

/** Other tests may have the processors. */
export const patience = { timeout: 20_000 }

/** A row of the outline, by the name that it begins with. */
export const rowOf = ({ page }: Pick<Console, "page">, name: string): Locator =>
  page.getByRole("row", { name: new RegExp(`^${name}(?:,|$)`, "u") })

/** The draft as the server has it. */
export const draftOf = <Draft>({ page }: Pick<Console, "page">, formId: string): Promise<Draft> =>
  page.evaluate(async (id) => (await fetch(`/api/platform/forms/${id}/draft`)).json(), formId)
