/** Reads a version's definition with the server's own checker. It has the rules in it, so that a list fetches it when it has a form: `await import(…)`. */
import { check } from "@formwork/rules/check"
import type { CheckedForm } from "@formwork/rules/CheckedForm"
import type { Json } from "@formwork/rules/Json"
import { tableReferences } from "@formwork/rules/tableReferences"
import { prune } from "../../author/engine/prune.ts"
import { surroundingsOf } from "../../forms/definition/surroundings.ts"

/**
 * Who works with submissions may read no tables: then the version is opened without what looks up in them, and all of its fields are there.
 * @param definition of a published version, as the API gave it.
 * @returns undefined where these rules no longer take it.
 */
export const openVersion = async (given: unknown): Promise<CheckedForm | undefined> => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an answer's body is JSON
  const definition = given as Json
  const tables = await surroundingsOf([definition])
  const checked = check(definition, {}, tables)
  if (checked._tag === "Success") return checked.success
  return tables.tables === undefined && tableReferences(definition).length > 0 ? prune(definition)?.checked : undefined
}
