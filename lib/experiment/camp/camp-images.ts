/** The images of a configuration: their names, and the script that builds them. */
import type { CampConfiguration } from './camp-configurations.ts'
import { type CampComponent, instanceName } from './camp-model.ts'
import type { ProjectFile } from './project-files.ts'

const composeFile = 'docker-compose.yml'

export function tagOf(component: string): string {
  return `camp-${instanceName(component)}`
}

/** `build: ./component` becomes the image that the script builds. */
export function useImages(components: readonly CampComponent[], files: Map<string, ProjectFile>): void {
  const file = files.get(composeFile)
  if (!file) return
  const text = components.reduce(
    (compose, { name }) =>
      compose.replaceAll(new RegExp(`build:\\s*\\./${name}/?(?![\\w./-])`, 'g'), `image: ${tagOf(name)}`),
    Buffer.from(file.bytes).toString('latin1'),
  )
  files.set(composeFile, { ...file, bytes: Buffer.from(text, 'latin1') })
}

/** Images on which others are built come first. */
export function buildScript({ structure }: CampConfiguration): string {
  const ordered: string[] = []
  const add = ({ name, image }: CampComponent) => {
    const provider = structure.featureProviders.get(name)
    if (provider !== undefined) add(structure.components.find((one) => one.name === provider)!)
    if (image === 'built' && !ordered.includes(name)) ordered.push(name)
  }
  for (const component of structure.components) add(component)
  const build = ordered.map(
    (name) => `    docker build --force-rm --no-cache -t ${tagOf(name)} ./${instanceName(name)}`,
  )
  const remove = ordered.toReversed().map((name) => `    docker rmi ${tagOf(name)}`)
  return [
    '#!/bin/bash',
    '# Builds the images of this configuration (--build), or removes them (--cleanup).',
    'set -e',
    'case "$1" in',
    '  -b | --build)',
    ...(build.length > 0 ? build : ['    true']),
    '    ;;',
    '  -c | --cleanup)',
    ...(remove.length > 0 ? remove : ['    true']),
    '    ;;',
    '  *)',
    '    echo "say --build or --cleanup" >&2',
    '    exit 1',
    '    ;;',
    'esac',
    '',
  ].join('\n')
}
