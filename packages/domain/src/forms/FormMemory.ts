/** How many bytes of compiled forms a process keeps, as they reckon themselves (`CompiledForm.bytes`); configurable. */
import { Context } from "effect"

export const FormMemory = Context.Reference<number>("@formwork/domain/forms/FormMemory", {
  defaultValue: () => 256 * 1024 * 1024
})
