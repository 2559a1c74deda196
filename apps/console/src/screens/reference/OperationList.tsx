/** The operations by tag, narrowed by a text that stands in the address. */
import { Link, useNavigate } from "@tanstack/react-router"
import { useEffect, useRef } from "react"
import { useMessages } from "../../messages/useMessages.ts"
import { ButtonLink } from "../../parts/ButtonLink.tsx"
import { classes } from "../../parts/classes.ts"
import { signed } from "../../parts/foreignText.ts"
import { Foreign } from "../../parts/Foreign.tsx"
import { Empty } from "../../parts/States.tsx"
import { TextField } from "../../parts/TextField.tsx"
import { showIn } from "../../parts/showIn.ts"
import { useTyped } from "../forms/list/useTyped.ts"
import type { Operation, Tag } from "./document/Operation.ts"
import { narrowed } from "./narrowed.ts"
import type { ReferenceSearch } from "./referenceSearch.ts"
import styles from "./Reference.module.css"

interface ListProps {
  readonly tags: ReadonlyArray<Tag>
  readonly search: ReferenceSearch
}

export const Method = ({ method }: { readonly method: string }) => (
  <span className={classes(styles.method, method === "GET" && styles.read, method === "DELETE" && styles.removal)}>
    {method}
  </span>
)

const Line = ({ operation, search }: { readonly operation: Operation; readonly search: ReferenceSearch }) => (
  <Link
    to="/api"
    search={{ ...search, operation: operation.id }}
    className={styles.line ?? ""}
    aria-current={search.operation === operation.id ? "page" : undefined}
    activeOptions={{ exact: true, includeSearch: true }}
  >
    <Method method={operation.method} />
    <span className={styles.summary}>
      <Foreign text={operation.summary === "" ? operation.id : operation.summary} />
    </span>
  </Link>
)

export const OperationList = ({ search, tags }: ListProps) => {
  const { reference } = useMessages()
  const navigate = useNavigate()
  const { text: _, ...others } = search
  const [text, setText] = useTyped(search.text ?? "", (typed) => {
    void navigate({ to: "/api", search: typed === "" ? others : { ...others, text: typed }, replace: true })
  })
  const shown = narrowed(tags, search.text ?? "")
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    // An address that was sent by somebody: its operation may be far down.
    showIn(list.current, list.current?.querySelector("[aria-current=page]"))
  }, [])
  const count = shown.reduce((sum, { operations }) => sum + operations.length, 0)
  return (
    <div className={styles.side}>
      <search className={styles.search} aria-label={reference.find}>
        <TextField label={reference.find} type="search" value={text} onChange={setText} />
        <p role="status" className={styles.quiet}>
          {reference.foundN({ n: count })}
        </p>
      </search>
      {count === 0 && (
        <Empty
          title={reference.none}
          action={
            <ButtonLink to="/api" search={others}>
              {reference.clear}
            </ButtonLink>
          }
        >
          {reference.noneWhy}
        </Empty>
      )}
      <nav ref={list} aria-label={reference.operations} className={styles.tags}>
        {shown.map(({ description, name, operations }) => (
          <section key={name} aria-label={name}>
            <h2 className={styles.tag} title={signed(description)}>
              <Foreign text={name} />
            </h2>
            <ul className={styles.list}>
              {operations.map((operation) => (
                <li key={operation.id}>
                  <Line operation={operation} search={search} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </div>
  )
}
