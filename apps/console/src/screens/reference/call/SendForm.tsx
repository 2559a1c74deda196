/** Sends the call with the person's own rights: a read at once, a call that may change something after a question. */
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { Form } from "react-aria-components/Form"
import { useMe } from "../../../api/me.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx"
import { signed } from "../../../parts/foreignText.ts"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Refused } from "../../../parts/Refused.tsx"
import { Section } from "../../../parts/Section.tsx"
import { Select } from "../../../parts/Select.tsx"
import { TextField } from "../../../parts/TextField.tsx"
import { listOf } from "../document/json.ts"
import { isRead, type Operation, type Parameter } from "../document/Operation.ts"
import { resolve } from "../document/shapeOf.ts"
import { Answered } from "./Answered.tsx"
import { type Entered, keyOf, missing, requestOf } from "./Request.ts"
import { send } from "./send.ts"
import styles from "../Reference.module.css"

interface SendProps {
  readonly operation: Operation
  readonly entered: Entered
  readonly onChange: (entered: Entered) => void
}

interface FieldProps {
  readonly parameter: Parameter
  readonly operation: Operation
  readonly value: string
  readonly onChange: (value: string) => void
}

const Field = ({ onChange, operation, parameter, value }: FieldProps) => {
  const { reference } = useMessages()
  const { isRequired, schema } = parameter
  const name = signed(parameter.name)
  const description = signed(parameter.description.replaceAll("`", ""))
  const values = listOf(resolve(operation.schemas, schema).schema["enum"]).map(String)
  if (values.length > 0) {
    const options = values.map((one) => ({ id: one, label: one }))
    const all = isRequired ? options : [{ id: "", label: reference.send.leftOut }, ...options]
    return <Select label={name} description={description} options={all} value={value} onChange={onChange} />
  }
  return (
    <TextField
      label={name}
      description={description}
      isOptional={!isRequired}
      autoComplete="off"
      value={value}
      onChange={onChange}
    />
  )
}

const Fields = ({ entered, onChange, operation }: SendProps) => {
  const { reference } = useMessages()
  return (
    <>
      {operation.parameters.map((parameter) => {
        const key = keyOf(parameter)
        return (
          <Field
            key={key}
            operation={operation}
            parameter={parameter}
            value={entered.parameters[key] ?? ""}
            onChange={(value) => onChange({ ...entered, parameters: { ...entered.parameters, [key]: value } })}
          />
        )
      })}
      {operation.body !== undefined && (
        <div className={styles.body}>
          <TextField
            label={reference.body}
            isOptional={!operation.body.isRequired}
            rows={Math.min(16, Math.max(4, entered.body.split("\n").length))}
            spellCheck="false"
            autoComplete="off"
            value={entered.body}
            onChange={(body) => onChange({ ...entered, body })}
          />
        </div>
      )}
    </>
  )
}

/** Why the call cannot be sent yet, in a sentence. */
const useHindrance = (operation: Operation, entered: Entered): string | undefined => {
  const { send: words } = useMessages().reference
  const held = new Set<string>(useMe().privileges)
  const lacking = operation.privileges?.find((name) => !held.has(name))
  if (lacking !== undefined) return words.privilege({ name: lacking })
  const names = missing(operation, entered)
  return names.length === 0 ? undefined : words.missing({ names })
}

export const SendForm = (props: SendProps) => {
  const { entered, operation } = props
  const { send: words } = useMessages().reference
  const [isAsked, setAsked] = useState(false)
  const call = useMutation({ mutationFn: () => send(operation, requestOf(operation, entered)), gcTime: 0 })
  const hindrance = useHindrance(operation, entered)
  const request = requestOf(operation, entered)
  const submit = () => {
    if (hindrance !== undefined || call.isPending) return
    if (isRead(operation)) call.mutate()
    else setAsked(true)
  }
  return (
    <Section title={words.title} description={words.why}>
      <Form
        className={styles.form ?? ""}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Fields {...props} />
        <div className={styles.submit}>
          <Button
            type="submit"
            look="primary"
            isDisabled={hindrance !== undefined}
            isPending={call.isPending}
            describedBy="hindrance"
          >
            {call.isSuccess && isRead(operation) ? words.again : words.submit(operation)}
          </Button>
          <span id="hindrance" className={styles.quiet}>
            {hindrance !== undefined && <Foreign text={hindrance} />}
          </span>
        </div>
      </Form>
      <Refused error={isAsked ? null : call.error} />
      {call.data !== undefined && <Answered answered={call.data} operation={operation} />}
      {isAsked && (
        <ConfirmDialog
          title={words.ask(operation)}
          submit={words.submit(operation)}
          isDanger
          onSubmit={() => call.mutateAsync()}
          onClose={() => setAsked(false)}
        >
          <p>
            <code>
              <Foreign text={`${request.method} ${request.address}`} />
            </code>
          </p>
          <p>{words.real}</p>
          {request.body !== undefined && <p>{words.withBody}</p>}
        </ConfirmDialog>
      )}
    </Section>
  )
}
