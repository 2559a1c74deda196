/** What a program that calls the live version sends and gets. */
import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { formTypes, typeName } from "@formwork/client/writing/formTypes"
import type { Form, FormDescription } from "@formwork/client/contract"
import { schemaQuery } from "../../../api/forms.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { ButtonLink } from "../../../parts/ButtonLink.tsx"
import { CodeBlock } from "../../../parts/CodeBlock.tsx"
import { Empty, Queried } from "../../../parts/States.tsx"
import { Tabs } from "../../../parts/Tabs.tsx"
import { curlOf, programOf } from "./command.ts"
import { FormFrame } from "./FormFrame.tsx"
import type { IntegrateView } from "./integrateSearch.ts"
import styles from "./Overview.module.css"

interface ViewsProps {
  readonly form: Form
  readonly described: FormDescription
  readonly view: IntegrateView
}

const pretty = (value: unknown): string => JSON.stringify(value, null, 2)

const Calls = ({ described: { example }, form: { id } }: Omit<ViewsProps, "view">) => {
  const { call, integrate } = useMessages().forms
  return (
    <div className={styles.sections}>
      <p>{call.why}</p>
      <CodeBlock label={integrate.evaluate} text={curlOf(location.origin, id, "evaluate", example)} />
      <CodeBlock label={integrate.file} text={curlOf(location.origin, id, "submissions", example)} />
      <p>
        <Link to="/api" search={{ operation: "evaluate", form: id }}>
          {integrate.reference}
        </Link>
      </p>
      <CodeBlock label={integrate.client} text={programOf(location.origin, id, example)} fileName="evaluate.ts" />
    </div>
  )
}

const Views = ({ described, form, view }: ViewsProps) => {
  const { integrate: words } = useMessages().forms
  const navigate = useNavigate()
  const { code, id: formId, title } = form
  const source = `The form “${title}”, version ${form.liveVersionNumber ?? ""}`
  const block = (label: string, why: string, text: string, fileName: string) => (
    <>
      <p>{why}</p>
      <CodeBlock label={label} text={text} fileName={fileName} />
    </>
  )
  return (
    <Tabs<IntegrateView>
      label={words.views}
      chosen={view}
      onChoose={(next) =>
        void navigate({ to: "/forms/$formId/integrate", params: { formId }, search: { view: next }, replace: true })
      }
      tabs={[
        { id: "calls", label: words.calls, content: <Calls form={form} described={described} /> },
        {
          id: "schema",
          label: words.schema,
          content: block(words.schema, words.schemaWhy, pretty(described.schema), `${code}.schema.json`)
        },
        {
          id: "example",
          label: words.example,
          content: block(words.example, words.exampleWhy, pretty(described.example), `${code}.example.json`)
        },
        {
          id: "result",
          label: words.result,
          content: block(words.result, words.resultWhy, pretty(described.resultSchema), `${code}.result.json`)
        },
        {
          id: "types",
          label: words.types,
          content: block(words.types, words.typesWhy, formTypes(typeName(title), source, described), `${code}.ts`)
        }
      ]}
    />
  )
}

export const Integrate = ({ formId, view }: { readonly formId: string; readonly view: IntegrateView }) => {
  const { actions, integrate: words } = useMessages().forms
  return (
    <FormFrame formId={formId}>
      {(form) =>
        form.liveVersionId === null ? (
          <Empty
            title={words.noLiveTitle}
            action={
              <ButtonLink to="/forms/$formId/publish" params={{ formId }}>
                {actions.publish}
              </ButtonLink>
            }
          >
            {words.noLive}
          </Empty>
        ) : (
          <Described form={form} view={view} />
        )
      }
    </FormFrame>
  )
}

const Described = ({ form, view }: Omit<ViewsProps, "described">) => {
  const schema = useQuery(schemaQuery(form.id))
  return <Queried query={schema}>{(described) => <Views form={form} described={described} view={view} />}</Queried>
}
