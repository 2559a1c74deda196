/** What callers without `form:read` get of forms with internal fields: nothing of these (docs/decisions/0256). */
import { Effect } from "effect"
import type { CheckedForm } from "@formwork/rules/CheckedForm"
import type { CompiledForm } from "@formwork/rules/CompiledForm"
import type { Fault } from "@formwork/rules/Fault"
import { eitherInternal, internalFieldsOf, publicFields } from "@formwork/rules/Internal"
import type { InternalFields } from "@formwork/rules/Internal"
import type { Caller } from "../callers/Caller.ts"
import * as Grant from "../callers/Grant.ts"
import type { ExampleFailure } from "../callers/Refusal.ts"
import type { ExampleCoverage } from "./Example.ts"
import type { FormId, FormVersionId } from "./Form.ts"
import { LiveForms } from "./LiveForms.ts"

/** Whether the caller sees how forms are written, and so their internal fields. */
export const seesForms = ({ privileges }: Caller): boolean => Grant.covers(privileges, "form:read")

/** The internal fields that an answer of `form` leaves out for the caller; undefined for none. */
export const concealedOf = (caller: Caller, { internal }: CompiledForm): InternalFields | undefined =>
  internal === undefined || seesForms(caller) ? undefined : internal

/** Faults of a definition that the caller did not send: how many there are is all that may be said of them. */
export const concealedFaults = (caller: Caller, faults: ReadonlyArray<Fault>): ReadonlyArray<Fault> => {
  if (faults.length === 0 || seesForms(caller)) return faults
  const count = faults.length === 1 ? "There is a fault" : `There are ${faults.length} faults`
  return [{ pointer: "", message: `${count} in this form. Reading what is wrong needs the privilege \`form:read\`.` }]
}

/** Examples are read with the form: without `form:read` a failure has neither a name nor values. */
export const concealedFailures = (
  caller: Caller,
  failed: ReadonlyArray<ExampleFailure>
): ReadonlyArray<ExampleFailure> => (seesForms(caller) ? failed : failed.map(() => ({ name: "", differences: [] })))

/** Without `form:read` the parts of the rules are counted, and not named. */
export const concealedCoverage = (caller: Caller, coverage: ExampleCoverage): ExampleCoverage =>
  seesForms(caller) ? coverage : { ...coverage, unreached: [], tables: [] }

/** A version without its internal fields. */
const concealedForm = (form: CheckedForm, internal: InternalFields | undefined): CheckedForm => ({
  ...form,
  definition: { ...form.definition, fields: publicFields(form.definition.fields, internal) }
})

/** What is internal in a version is concealed from callers without `form:read`, and so is what is internal in the live version. */
export const concealing = Effect.gen(function* () {
  const forms = yield* LiveForms
  const withLive = (caller: Caller, formId: FormId, own: InternalFields | undefined) =>
    forms.get(caller, formId).pipe(
      Effect.map(({ compiled }) => eitherInternal(own, compiled.internal)),
      Effect.catchTag("FormNotFound", () => Effect.succeed(own))
    )
  return {
    /** The concealed fields of a version that a submission names; undefined for none. */
    fieldsOf: Effect.fnUntraced(function* (caller: Caller, formId: FormId, versionId: FormVersionId) {
      if (seesForms(caller)) return undefined
      // A version is kept as long as one of its submissions.
      const { compiled } = yield* Effect.orDie(forms.version(caller, formId, versionId))
      return yield* withLive(caller, formId, compiled.internal)
    }),
    /** A version with what the caller may see of its fields. */
    formOf: (caller: Caller, formId: FormId, form: CheckedForm): Effect.Effect<CheckedForm> =>
      seesForms(caller)
        ? Effect.succeed(form)
        : Effect.map(withLive(caller, formId, internalFieldsOf(form.definition.fields)), (internal) =>
            concealedForm(form, internal)
          )
  }
})
export type Concealing = Effect.Success<typeof concealing>
