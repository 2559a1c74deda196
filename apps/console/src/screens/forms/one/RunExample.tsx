/** Makes the call of the command right here, as the person, and shows its answer. */
import { useMutation } from "@tanstack/react-query"
import type { FormDescription } from "@formwork/client/contract"
import { api } from "../../../api/api.ts"
import { useMay } from "../../../api/me.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { CodeBlock } from "../../../parts/CodeBlock.tsx"
import { Refused } from "../../../parts/Refused.tsx"

interface RunExampleProps {
  readonly formId: string
  readonly example: FormDescription["example"]
}

export const RunExample = ({ example, formId }: RunExampleProps) => {
  const { call } = useMessages().forms
  const mayWrite = useMay("submission:write")
  const run = useMutation({ mutationFn: () => api.v1.evaluate({ formId, body: { data: example ?? {} } }) })
  return (
    <>
      <div>
        <Button isDisabled={!mayWrite} isPending={run.isPending} onPress={() => run.mutate()}>
          {call.run}
        </Button>
      </div>
      <Refused error={run.error} />
      {run.data !== undefined && <CodeBlock label={call.answer} text={JSON.stringify(run.data.body, null, 2)} />}
    </>
  )
}
