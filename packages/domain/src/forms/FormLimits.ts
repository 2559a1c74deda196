/** What a definition may cost, checked when it is written, published and compiled; configurable (spec/rules.md §4.6). */
import { Context } from "effect"
import { defaultLimits } from "@formwork/rules/Limits"
import type { Limits } from "@formwork/rules/Limits"

export const FormLimits = Context.Reference<Limits>("@formwork/domain/forms/FormLimits", {
  defaultValue: () => defaultLimits
})
