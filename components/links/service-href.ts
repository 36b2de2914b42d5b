import { writeServiceSegment } from '../../lib/contract/service-segment.ts'

/** Where a service's life is shown. */
export function createServiceHref(
  service: string,
  below: '' | '/since-last-deploy' | '/replicas' = '',
  event?: string,
): string {
  const asked = event === undefined ? '' : `?event=${encodeURIComponent(event)}`
  return `/services/${writeServiceSegment(service)}${below}${asked}`
}
