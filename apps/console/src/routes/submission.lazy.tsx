/** The screen of one submission, loaded when it is opened. */
import { createLazyRoute, getRouteApi } from "@tanstack/react-router"
import { SubmissionPage } from "../screens/submissions/one/SubmissionPage.tsx"

const route = getRouteApi("/shell/submissions/$submissionId")

export const lazySubmission = createLazyRoute("/shell/submissions/$submissionId")({
  component: () => {
    const { submissionId } = route.useParams()
    return <SubmissionPage key={submissionId} submissionId={submissionId} search={route.useSearch()} />
  }
})
