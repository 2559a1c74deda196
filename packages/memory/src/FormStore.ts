/** Forms and their versions, in memory. */
import { Effect, Layer, Option } from "effect"
import type { Form, FormId, FormVersion, FormVersionId } from "@formwork/domain/forms/Form"
import { FormStore } from "@formwork/domain/forms/FormStore"
import type { NewForm } from "@formwork/domain/forms/FormStore"
import type { Caller } from "@formwork/domain/grants/Caller"
import { FormCodeTaken, FormNotFound } from "@formwork/domain/Refusal"
import type { Json } from "@formwork/rules/Json"
import * as Audit from "./Audit.ts"
import { Tables } from "./Tables.ts"

export const layer: Layer.Layer<FormStore, never, Tables> = Layer.effect(
  FormStore,
  Effect.gen(function* () {
    const { tenants } = yield* Tables

    const found = Effect.fnUntraced(function* (caller: Caller, id: FormId) {
      const tenant = tenants.get(caller.organisationId)
      const form = tenant?.forms.get(id)
      return tenant === undefined || form === undefined ? yield* new FormNotFound() : { tenant, form }
    })

    const create = Effect.fnUntraced(function* (caller: Caller, { code, draft, id, title }: NewForm) {
      const occasion = yield* Audit.occasion
      const tenant = tenants.get(caller.organisationId)
      if (tenant === undefined) return yield* Effect.die(new Error(`no organisation ${caller.organisationId}`))
      if ([...tenant.forms.values()].some((form) => form.code === code)) return yield* new FormCodeTaken({ code })
      const form: Form = { id, code, title, draft, liveVersionId: null }
      tenant.forms.set(id, form)
      Audit.record(tenant, occasion, caller, "form.created", id)
      return form
    })

    const saveDraft = Effect.fnUntraced(function* (caller: Caller, id: FormId, title: string, draft: Json) {
      const { form, tenant } = yield* found(caller, id)
      const saved: Form = { ...form, title, draft }
      tenant.forms.set(id, saved)
      return saved
    })

    const publish = Effect.fnUntraced(function* (
      caller: Caller,
      id: FormId,
      versionId: FormVersionId,
      definition: Json
    ) {
      const occasion = yield* Audit.occasion
      const { form, tenant } = yield* found(caller, id)
      const number = [...tenant.versions.values()].filter((version) => version.formId === id).length + 1
      const version: FormVersion = { id: versionId, formId: id, number, definition }
      tenant.versions.set(versionId, version)
      tenant.forms.set(id, { ...form, liveVersionId: versionId })
      tenant.revision += 1
      Audit.record(tenant, occasion, caller, "form.published", versionId)
      return version
    })

    const findLive = (caller: Caller, id: FormId) =>
      Effect.sync(() => {
        const tenant = tenants.get(caller.organisationId)
        const live = tenant?.forms.get(id)?.liveVersionId
        return Option.fromNullishOr(live && tenant?.versions.get(live))
      })

    return FormStore.of({
      create,
      get: (caller, id) => Effect.map(found(caller, id), ({ form }) => form),
      saveDraft,
      publish,
      findLive
    })
  })
)
