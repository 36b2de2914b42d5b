import { z } from 'zod'
import { readYaml } from '../../experiment/yaml/read-yaml.ts'

const composeSchema = z.looseObject({ services: z.record(z.string(), z.unknown()).optional() })

/** Names of the services in a compose file; null where it includes other files, which may have more. Throws: Problem `experiment-invalid` with line and column. */
export function readComposeServices(file: string, text: string): string[] | null {
  const { data, source } = readYaml(text, { file, schema: composeSchema })
  return data['include'] === undefined ? source.namesAt(['services']) : null
}
