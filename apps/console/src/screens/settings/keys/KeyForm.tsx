/** The form that makes a key. What the server refuses stands at the control that it is about, and nothing entered is lost. */
import { isRefusal } from "@formwork/client/FormworkError"
import { useMutation, useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { Form } from "react-aria-components/Form"
import { api } from "../../../api/api.ts"
import { privilegesQuery } from "../../../api/grants.ts"
import { forgetKeys } from "../../../api/keys.ts"
import { useMe } from "../../../api/me.ts"
import { missingPrivilege, problemAt } from "../../../api/refusal.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { ButtonLink } from "../../../parts/ButtonLink.tsx"
import { RadioGroup } from "../../../parts/RadioGroup.tsx"
import { Refused } from "../../../parts/Refused.tsx"
import { refusalSentence } from "../../../parts/refusalSentence.ts"
import { Queried } from "../../../parts/States.tsx"
import { TextField } from "../../../parts/TextField.tsx"
import { useFirstProblem } from "../../../parts/useFirstProblem.ts"
import { ExpiryField } from "./ExpiryField.tsx"
import { issuedKey, withoutToken } from "./issuedKey.ts"
import type { IssuedKey } from "./issuedKey.ts"
import { emptyKey, lacking, requestOf } from "./keyDraft.ts"
import type { KeyDraft, Lacking } from "./keyDraft.ts"
import { KeySummary } from "./KeySummary.tsx"
import { LimitFields } from "./LimitFields.tsx"
import { PrivilegePicker } from "./PrivilegePicker.tsx"
import { presetNames, presetOf, privilegesOf } from "./privileges.ts"
import styles from "./keys.module.css"

interface FieldsProps {
  readonly draft: KeyDraft
  readonly onChange: (change: Partial<KeyDraft>) => void
  /** The control that kept the form from being sent. */
  readonly lacks: Lacking | undefined
  readonly error: unknown
}

const NameAndPurpose = ({ draft, error, lacks, onChange }: FieldsProps) => {
  const words = useMessages().keys.form
  const held = new Set<string>(useMe().privileges)
  return (
    <>
      <TextField
        label={words.name}
        description={words.nameWhy}
        placeholder={words.nameExample}
        autoComplete="off"
        maxLength={100}
        value={draft.name}
        onChange={(name) => onChange({ name })}
        problem={lacks === "name" ? words.nameMissing : problemAt(error, "/name")}
      />
      <RadioGroup
        label={words.purpose}
        options={presetNames.map((id) => ({
          id,
          label: words.presets[id],
          isDisabled: !privilegesOf(id).every((privilege) => held.has(privilege))
        }))}
        value={presetOf(draft.privileges)}
        onChange={(preset) => onChange({ privileges: new Set(privilegesOf(preset)) })}
      />
    </>
  )
}

/** Where a refusal that names a privilege belongs: at the boxes, at the budget, or above the form. */
const placeOfRefusal = (error: unknown, draft: KeyDraft): "privileges" | "budget" | "form" => {
  const privilege = missingPrivilege(error)
  if (privilege === "apikey:budget" && !draft.privileges.has(privilege)) return "budget"
  return [...draft.privileges].some((one) => one === privilege) && privilege !== "apikey:write" ? "privileges" : "form"
}

const Fields = (props: FieldsProps) => {
  const { draft, error, lacks, onChange } = props
  const { common, keys } = useMessages()
  const words = keys.form
  const records = useQuery(privilegesQuery)
  const place = placeOfRefusal(error, draft)
  const atPrivileges = place === "privileges" ? refusalSentence(common, error) : problemAt(error, "/privileges")
  const atBudget = place === "budget" ? refusalSentence(common, error) : ""
  return (
    <>
      <NameAndPurpose {...props} />
      <Queried query={records} lines={12}>
        {(found) => (
          <PrivilegePicker
            records={found}
            chosen={draft.privileges}
            onChange={(privileges) => onChange({ privileges })}
            problem={lacks === "privileges" ? words.privilegesMissing : atPrivileges}
          />
        )}
      </Queried>
      <LimitFields
        draft={draft}
        onChange={onChange}
        error={error}
        budgetProblem={lacks === "requestsPerMinute" ? words.requestsWrong : atBudget}
      />
      <ExpiryField
        draft={draft}
        onChange={onChange}
        problem={lacks === "expiryDate" ? words.dateMissing : problemAt(error, "/expiresAt")}
      />
    </>
  )
}

const useMake = (onIssued: (issued: IssuedKey) => void) =>
  useMutation({
    // It resolves without a value: the query client keeps the result of a mutation, and must not keep a token.
    mutationFn: async (draft: KeyDraft): Promise<void> => {
      const { body } = await api.keys.create({ body: requestOf(draft, Date.now()) })
      onIssued(issuedKey(withoutToken(body), body.token))
      await forgetKeys()
    },
    gcTime: 0
  })

export const KeyForm = ({ onIssued }: { readonly onIssued: (issued: IssuedKey) => void }) => {
  const { common, keys } = useMessages()
  const [draft, setDraft] = useState(emptyKey)
  const [lacks, setLacks] = useState<Lacking | undefined>()
  const make = useMake(onIssued)
  const { form, showProblems } = useFirstProblem(make.error)
  useEffect(() => {
    // By script: React Aria's own waits for the screen before, and gives way to the heading.
    const first = form.current?.querySelector("input")
    first?.focus()
  }, [form])
  const submit = () => {
    const missing = lacking(draft)
    setLacks(missing)
    if (missing === undefined) make.mutate(draft)
    else showProblems()
  }
  return (
    <Form
      ref={form}
      className={styles.form ?? ""}
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {placeOfRefusal(make.error, draft) === "form" && (
        <Refused
          error={make.error}
          actions={
            isRefusal(make.error, "CONFLICT") && (
              <ButtonLink to="/settings/keys" search={{ filter: "unused" }}>
                {keys.form.full}
              </ButtonLink>
            )
          }
        />
      )}
      <Fields
        draft={draft}
        onChange={(change) => {
          setLacks(undefined)
          setDraft({ ...draft, ...change })
        }}
        lacks={lacks}
        error={make.error}
      />
      <div className={styles.foot}>
        <KeySummary draft={draft} now={Date.now()} />
        <div className={styles.actions}>
          <ButtonLink to="/settings/keys">{common.cancel}</ButtonLink>
          <Button type="submit" look="primary" isPending={make.isPending}>
            {keys.form.submit}
          </Button>
        </div>
      </div>
    </Form>
  )
}
