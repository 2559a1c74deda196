/** One operation: what it does, what it needs, what it takes and gives, and the call itself. */
import { useState } from "react"
import { useMe } from "../../api/me.ts"
import { useMessages } from "../../messages/useMessages.ts"
import { Badge } from "../../parts/Badge.tsx"
import { CodeBlock } from "../../parts/CodeBlock.tsx"
import { Foreign } from "../../parts/Foreign.tsx"
import { Section } from "../../parts/Section.tsx"
import { Answers } from "./Answers.tsx"
import { beginning } from "./call/beginning.ts"
import { SendForm } from "./call/SendForm.tsx"
import { curlOf } from "./call/Request.ts"
import type { Operation } from "./document/Operation.ts"
import { Method } from "./OperationList.tsx"
import { Described } from "./schema/Described.tsx"
import { SchemaTree } from "./schema/SchemaTree.tsx"
import { TypeWords } from "./schema/TypeWords.tsx"
import { shapeOf } from "./document/shapeOf.ts"
import styles from "./Reference.module.css"

interface OperationProps {
  readonly operation: Operation
}

const Needs = ({ operation: { privileges } }: OperationProps) => {
  const { reference } = useMessages()
  const held = new Set<string>(useMe().privileges)
  if (privileges === undefined) return <p>{reference.open}</p>
  if (privileges.length === 0) return <p>{reference.anyone}</p>
  return (
    <p className={styles.needs}>
      {reference.needs}
      {privileges.map((name) => (
        <Badge key={name} tone={held.has(name) ? "ok" : "warning"}>
          <Foreign text={held.has(name) ? reference.held({ name }) : reference.lacking({ name })} />
        </Badge>
      ))}
    </p>
  )
}

const Parameters = ({ operation: { parameters, schemas } }: OperationProps) => {
  const { reference } = useMessages()
  if (parameters.length === 0) return null
  return (
    <Section title={reference.parameters}>
      <dl className={styles.parameters}>
        {parameters.map((parameter) => {
          const { limits, type } = shapeOf(schemas, parameter.schema)
          return (
            <div key={`${parameter.place} ${parameter.name}`} className={styles.parameter}>
              <dt>
                <code className={styles.name}>
                  <Foreign text={parameter.name} />
                </code>
                <span className={styles.quiet}>
                  {parameter.place}, <TypeWords type={type} />
                </span>
                {parameter.isRequired && <Badge>{reference.required}</Badge>}
              </dt>
              <dd>
                <Described text={parameter.description} />
                {limits.map((limit) => (
                  <code key={limit} className={styles.limit}>
                    <Foreign text={limit} />
                  </code>
                ))}
              </dd>
            </div>
          )
        })}
      </dl>
    </Section>
  )
}

const Body = ({ operation: { body, schemas } }: OperationProps) => {
  const { reference } = useMessages()
  if (body === undefined) return null
  return (
    <Section
      title={reference.request}
      description={
        <>
          <code>{body.type}</code> {!body.isRequired && reference.optionalBody}
        </>
      }
    >
      <SchemaTree schemas={schemas} schema={body.schema} label={reference.request} />
    </Section>
  )
}

interface DetailProps extends OperationProps {
  /** The id of the form that was open before. */
  readonly form: string | undefined
  /** A payload that the form accepts, for a call that takes one. */
  readonly example?: unknown
}

export const OperationDetail = ({ example, form, operation }: DetailProps) => {
  const { reference } = useMessages()
  const [entered, setEntered] = useState(() => beginning(operation, form, example))
  return (
    <article className={styles.operation} aria-labelledby="operation">
      <header className={styles.head}>
        <h2 id="operation" className={styles.title}>
          <Foreign text={operation.summary === "" ? operation.id : operation.summary} />
        </h2>
        <p className={styles.path}>
          <Method method={operation.method} />
          <code>
            <Foreign text={operation.path} />
          </code>
        </p>
        {operation.description !== "" && (
          <p>
            <Described text={operation.description} />
          </p>
        )}
        <Needs operation={operation} />
      </header>
      <Parameters operation={operation} />
      <Body operation={operation} />
      <Section title={reference.command} description={reference.commandWhy}>
        <CodeBlock label={reference.curl} text={curlOf(location.origin, operation, entered)} />
      </Section>
      <SendForm operation={operation} entered={entered} onChange={setEntered} />
      <Answers operation={operation} />
    </article>
  )
}
