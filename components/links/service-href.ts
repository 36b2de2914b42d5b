import { writeServiceSegment } from '../../lib/contract/service-segment.ts'

/** Gives the address of the page of a service, or of one below it. */
export function createServiceHref(
  service: string,
  below: '' | '/since-last-deploy' | '/replicas' = '',
  event?: string,
): string {
  const asked = event === undefined ? '' : `?event=${encodeURIComponent(event)}`
  return `/services/${writeServiceSegment(service)}${below}${asked}`
}
