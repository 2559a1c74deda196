/** The complete check of a definition before it is published: by the rule language, with the privileges of this service. */
import type { Result } from "effect"
import { check, checkInSlices } from "@formwork/rules/check"
import type { CheckedForm } from "@formwork/rules/CheckedForm"
import type { Fault } from "@formwork/rules/Fault"
import type { Json } from "@formwork/rules/Json"
import type { Limits } from "@formwork/rules/Limits"
import { Privilege } from "../callers/Privilege.ts"
import { type KnownTables, knownTables } from "../tables/KnownTables.ts"

/**
 * @param definition as parsed from JSON; untrusted.
 * @param tables those of the organisation; without them a definition may name none.
 * @returns the checked form, or every fault, in the order of the document.
 */
export const checkDefinition = (
  definition: Json,
  limits: Partial<Limits> = {},
  tables?: KnownTables
): Result.Result<CheckedForm, ReadonlyArray<Fault>> =>
  check(definition, limits, { privileges: Privilege.literals, ...tables })

/** The same in slices; pauses after each field and rule. @param tables those of the organisation that it names. @param accepts a reader's languages. */
export const checkDefinitionInSlices = (
  definition: Json,
  limits: Partial<Limits>,
  tables: KnownTables = knownTables(),
  accepts: ReadonlyArray<string> = []
): Generator<undefined, Result.Result<CheckedForm, ReadonlyArray<Fault>>, undefined> =>
  checkInSlices(definition, limits, { privileges: Privilege.literals, accepts, ...tables })
