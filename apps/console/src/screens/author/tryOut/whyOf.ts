/** Which rules made a value, an outcome, or the absence of a field. */
import { isOfRows, ownName } from "../engine/ownName.ts"
import type { FieldName, RanRule } from "../engine/Protocol.ts"

/** The condition of an option. */
const OPTION = /\/options\/\d+\/when$/

/** A field's own rules stand in the field itself and in its options, not in the fields of its rows. */
const isOwn = (rule: RanRule, field: string): boolean =>
  rule.pointer.startsWith(`${field}/`) && !rule.pointer.slice(field.length).replace(OPTION, "").slice(1).includes("/")

/**
 * The rules that ran for a field, in their order.
 * @param row of a field of rows; left out, those of every row.
 */
export const rulesOfField = (trace: ReadonlyArray<RanRule>, field: string, row?: number): ReadonlyArray<RanRule> =>
  trace.filter((rule) => isOwn(rule, field) && (row === undefined || rule.row === row))

/**
 * The field that a rule reads by a name. In a rule of rows, a check of them included, a name of the rows comes first.
 * @param rule that reads it.
 * @param read as the trace has it: a list as `rows of drivers`.
 */
export const fieldRead = (names: ReadonlyArray<FieldName>, rule: RanRule, read: string): FieldName | undefined => {
  const name = read.replace(/^rows of /, "")
  const list = /^(\/fields\/\d+)\/fields\//.exec(rule.pointer)?.[1]
  const own = names.find(({ pointer }) => pointer === list)?.name
  const inRow =
    rule.row === undefined
      ? undefined
      : names
          .filter(isOfRows)
          .find((one) => (own === undefined ? ownName(one) === name : one.name === `${own}.${name}`))
  return inRow ?? names.find((one) => one.name === name)
}

const members: ReadonlySet<string> = new Set(["sections", "checks", "outcomes", "effects"])

/** What an author calls the place of a rule: `premium`, `drivers.age`, or the id of a section, a check, an outcome or an effect. */
export const placeOfRule = (
  byPointer: ReadonlyMap<string, FieldName>,
  pointer: string,
  idAt: (pointer: string) => string | undefined
): { readonly name: string; readonly member: string } => {
  const isOption = OPTION.test(pointer)
  const at = isOption ? pointer.replace(OPTION, "") : pointer.slice(0, pointer.lastIndexOf("/"))
  const member = isOption ? "options" : pointer.slice(at.length + 1)
  const head = pointer.split("/")[1] ?? ""
  return { name: byPointer.get(at)?.name ?? (members.has(head) ? (idAt(at) ?? at) : at), member }
}

/** The row that a problem or an outcome is in, by its pointer into the request's body: `/data/drivers/1/age`. */
export const rowOfPointer = (pointer: string | undefined): number | undefined => {
  const [, row] = /\/(\d+)\/[^/]+$/u.exec(pointer ?? "") ?? []
  return row === undefined ? undefined : Number(row)
}

/** The field at a pointer of the payload, and the row that it is in: `/drivers/0/birthDate`. */
export const fieldOfPayload = (
  names: ReadonlyArray<FieldName>,
  pointer: string
): { readonly field: FieldName | undefined; readonly row: number | undefined } => {
  const [, list, row, inRow] = /^\/(.+?)\/(\d+)(?:\/(.+))?$/u.exec(pointer) ?? []
  const slug = (list ?? pointer.slice(1)).replace("/", ".")
  const name = inRow === undefined ? slug : `${slug}.${inRow}`
  return { field: names.find((one) => one.name === name), row: inRow === undefined ? undefined : Number(row) }
}
