import type { Metadata } from 'next'
import { Page } from '../../../components/shell/page.tsx'
import { TargetPage } from '../../../components/target/target-page.tsx'
import { jvmName } from '../../../components/jvms/select-targets.ts'
import { wholeLibrary } from '../../../lib/contract/library-query.ts'
import { visibleText } from '../../../lib/profile/view/visible-text.ts'
import { getServer, requireSession } from '../../../lib/server.ts'
import { leadToWhole } from '../../lead-to-whole.tsx'

/** Profiles of its service that the page of a JVM lists, the latest. */
const mostServiceProfiles = 50

interface Props {
  params: Promise<{ id: string }>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  await requireSession()
  const target = getServer().host.target((await params).id)
  if (!target) return { title: 'JVM' }
  const names = new Set([jvmName(target), target.jvm.mainClass])
  return { title: visibleText([...names].join(' · ')) }
}

export default async function Target({ params }: Props) {
  await requireSession()
  const { id } = await params
  const server = getServer()
  const target = server.host.target(id)
  if (!target) return leadToWhole('targets', id)
  // Whole captures, which `limit` counts; the page has no filters whose choices would be counted.
  const query = {
    ...wholeLibrary,
    service: [target.service],
    limit: mostServiceProfiles,
    captures: true,
    choices: false,
  }
  const { profiles, readAt } = await server.library.pageWithTime(query)
  return (
    <Page wide>
      <TargetPage key={id} target={target} sentProfiles={{ profiles, readAt }} />
    </Page>
  )
}
