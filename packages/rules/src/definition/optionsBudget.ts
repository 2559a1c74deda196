/** What the choices of one form may take from tables, as it is made ready and described (docs/decisions/0286). */
import { MAX_OPTIONS } from "../fields/members.ts"
import type { TableDefinition } from "../TableDefinition.ts"

/** Rows that are gone through for options, those of a column once for all fields that take it. */
const MOST_ROWS = 1_000_000

/** Options that schemas and descriptions list, of all fields: as many as a definition can write itself. */
const MOST_LISTED = 25_000

export class OptionsBudget {
  readonly #columns = new Set<string>()
  #rows = 0
  #listed = 0

  /** Counts a column with each column of its labels; a sentence where they are too many. */
  take({ name, origin, rows }: TableDefinition, value: string, labels: ReadonlyArray<string>): string | undefined {
    const columns = labels.map((label) => JSON.stringify([origin ?? name, value, label]))
    const fresh = new Set(columns.filter((column) => !this.#columns.has(column)))
    if (fresh.size === 0) return undefined
    for (const column of fresh) this.#columns.add(column)
    this.#rows += fresh.size * rows.length
    return this.#rows <= MOST_ROWS
      ? undefined
      : `The choices of a form take their options from columns with ${MOST_ROWS} rows in all at most, and with this one they have ${this.#rows}. Take several choices from the same column, or from smaller tables.`
  }

  /** Counts what is listed of a field's options; a sentence where it is too much. */
  list(options: number): string | undefined {
    if (options > MAX_OPTIONS) return undefined
    this.#listed += options
    return this.#listed <= MOST_LISTED
      ? undefined
      : `Choices with up to ${MAX_OPTIONS} options from tables have ${MOST_LISTED} in all at most, and with this one the form has ${this.#listed}. Take out choices, or rows of their tables.`
  }
}
