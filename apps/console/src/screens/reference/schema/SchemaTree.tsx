/** A schema as a tree: each member with its type, and what is in it when it is unfolded. */
import { useState } from "react"
import { useMessages } from "../../../messages/useMessages.ts"
import { Badge } from "../../../parts/Badge.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import type { Schema, Schemas } from "../document/Operation.ts"
import { type Member, type Shape, shapeOf } from "../document/shapeOf.ts"
import { Described } from "./Described.tsx"
import { TypeWords } from "./TypeWords.tsx"
import styles from "./SchemaTree.module.css"

interface TreeProps {
  readonly schemas: Schemas
  readonly schema: Schema
  readonly label: string
}

const About = ({ shape: { description, limits } }: { readonly shape: Shape }) => (
  <>
    {description !== "" && (
      <p className={styles.description}>
        <Described text={description} />
      </p>
    )}
    {limits.length > 0 && (
      <p className={styles.limits}>
        {limits.map((limit) => (
          <code key={limit} className={styles.limit}>
            <Foreign text={limit} />
          </code>
        ))}
      </p>
    )}
  </>
)

interface NodeProps {
  readonly schemas: Schemas
  readonly member: Member
}

const Node = ({ member, schemas }: NodeProps) => {
  const { reference } = useMessages()
  const [isOpen, setOpen] = useState(false)
  const shape = shapeOf(schemas, member.schema)
  const line = (
    <>
      <code className={styles.name}>
        {member.name === undefined ? reference.type.other : <Foreign text={member.name} />}
      </code>
      <span className={styles.type}>
        <TypeWords type={shape.type} />
      </span>
      {member.isRequired && <Badge>{reference.required}</Badge>}
    </>
  )
  if (shape.members.length === 0) {
    return (
      <li className={styles.node}>
        <div className={styles.line}>{line}</div>
        <About shape={shape} />
      </li>
    )
  }
  return (
    <li className={styles.node}>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={styles.fold}>{line}</summary>
        {/* What is in it is made when it is unfolded: a schema may have itself in it. */}
        {isOpen && <Members schemas={schemas} members={shape.members} />}
      </details>
      <About shape={shape} />
    </li>
  )
}

const Members = ({ members, schemas }: { readonly schemas: Schemas; readonly members: ReadonlyArray<Member> }) => (
  <ul className={styles.members}>
    {members.map((member) => (
      <Node key={member.name ?? ""} schemas={schemas} member={member} />
    ))}
  </ul>
)

export const SchemaTree = ({ label, schema, schemas }: TreeProps) => {
  const shape = shapeOf(schemas, schema)
  return (
    <div role="group" aria-label={label} className={styles.tree}>
      <p className={styles.type}>
        <TypeWords type={shape.type} />
      </p>
      <About shape={shape} />
      {shape.members.length > 0 && <Members schemas={schemas} members={shape.members} />}
    </div>
  )
}
