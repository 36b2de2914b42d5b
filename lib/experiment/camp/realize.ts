/**
 * The files of one configuration of a CAMP project, as `camp realize` writes them: Docker Compose's file, a folder for
 * each image, and a script that builds the images.
 *
 * Source: https://github.com/STAMP-project/camp/blob/master/camp/realize.py
 */
import { posix } from 'node:path'
import { buildScript, tagOf, useImages } from './camp-images.ts'
import { type ProjectFile, type ProjectFiles, RealizationRefused } from './project-files.ts'
import type { CampConfiguration } from './camp-configurations.ts'
import { type CampComponent, type CampValue, type CampVariable, instanceName, type Realization } from './camp-model.ts'

/**
 * `template`: the files below `template/`. Nothing is read or written.
 *
 * Throws: RealizationRefused.
 */
export function realizeConfiguration(configuration: CampConfiguration, template: ProjectFiles): ProjectFiles {
  const { components } = configuration.structure
  const files = new Map([...template].filter(([path]) => !path.includes('/')))
  for (const component of components) if (component.image === 'built') copyImage(component, template, files)
  for (const component of components) {
    buildOnProvider(component, configuration, files)
    for (const { select, instead_of: dropped, as } of component.selections)
      keepOne(component, files, select, dropped, as)
    for (const variable of component.variables)
      for (const realization of variable.realization)
        realizeValue(
          { component, variable, realization, value: configuration.values.get(component.name)!.get(variable.name)! },
          files,
        )
  }
  useImages(components, files)
  files.set('images/build_images.sh', {
    bytes: new TextEncoder().encode(buildScript(configuration)),
    isExecutable: true,
  })
  return files
}

function copyImage({ name }: CampComponent, template: ProjectFiles, files: Map<string, ProjectFile>): void {
  if (!template.has(`${name}/Dockerfile`))
    throw new RealizationRefused(`${name} has no Dockerfile: template/${name}/Dockerfile is missing`)
  for (const [path, file] of template)
    if (path.startsWith(`${name}/`)) files.set(`images/${instanceName(name)}/${path.slice(name.length + 1)}`, file)
}

/** `FROM camp/...`, which becomes the image of the component that provides its features; other stages stay. */
function buildOnProvider(
  component: CampComponent,
  { structure }: CampConfiguration,
  files: Map<string, ProjectFile>,
): void {
  const providerName = structure.featureProviders.get(component.name)
  if (providerName === undefined) return
  const { image } = structure.components.find(({ name }) => name === providerName)!
  if (image === null)
    throw new RealizationRefused(`${providerName} has no implementation, and ${component.name} is built on it`)
  const path = `images/${instanceName(component.name)}/Dockerfile`
  if (!files.has(path))
    throw new RealizationRefused(
      `${component.name} needs features of ${providerName}, and is not built from a Dockerfile`,
    )
  const base = image === 'built' ? tagOf(providerName) : image.name
  replaceIn(
    files,
    path,
    /FROM\s+camp\/[a-zA-Z0-9._-]+(?::[a-zA-Z0-9._-]+)?/g,
    `FROM ${base}`,
    `${component.name} is built on ${providerName}`,
  )
}

function keepOne(
  component: CampComponent,
  files: Map<string, ProjectFile>,
  kept: string,
  dropped: readonly string[],
  as: string | undefined,
): void {
  for (const path of dropped) {
    const droppedFiles = below(files, locate(component, path, files))
    if (droppedFiles.length === 0)
      throw new RealizationRefused(`${component.name} selects from ${path}, which is not in the template`)
    for (const one of droppedFiles) files.delete(one)
  }
  const from = locate(component, kept, files)
  const keptFiles = below(files, from)
  if (keptFiles.length === 0)
    throw new RealizationRefused(`${component.name} selects ${kept}, which is not in the template`)
  if (as === undefined) return
  const to = locate(component, as, files)
  for (const path of keptFiles) {
    const file = files.get(path)!
    files.delete(path)
    files.set(`${to}${path.slice(from.length)}`, file)
  }
}

interface RealizedValue {
  readonly component: CampComponent
  readonly variable: CampVariable
  readonly realization: Realization
  readonly value: CampValue
}

function realizeValue(
  { component, variable, realization, value }: RealizedValue,
  files: Map<string, ProjectFile>,
): void {
  const who = `${component.name} ${variable.name}`
  const index = variable.values?.indexOf(value) ?? -1
  if ('select' in realization) {
    const { select, as } = realization
    if (index < 0 || select.length !== variable.values!.length)
      throw new RealizationRefused(`${who} selects from ${select.length} files, and needs one for each value`)
    keepOne(
      component,
      files,
      select[index]!,
      [...new Set(select)].filter((path) => path !== select[index]),
      as,
    )
    return
  }
  const replacement = chooseReplacement(variable, realization.replacements, value)
  if (replacement === null)
    throw new RealizationRefused(`${who} needs a replacement for each value, or one with {value}`)
  for (const target of realization.targets)
    replaceIn(files, locate(component, target, files), realization.pattern, replacement, who)
}

function chooseReplacement(
  { values }: CampVariable,
  replacements: readonly CampValue[],
  value: CampValue,
): string | null {
  const index = values?.indexOf(value) ?? -1
  if (index >= 0 && replacements.length === values!.length) return formatValue(replacements[index]!)
  const [only] = replacements
  if (replacements.length !== 1 || typeof only !== 'string' || !only.includes('{value}')) return null
  return only.replaceAll('{value}', formatValue(value))
}

/** As Python writes it. */
function formatValue(value: CampValue): string {
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value)
}

/**
 * Where a file of the template is in the configuration: in the component's image, in that of the component it begins
 * with, or beside the compose file.
 */
function locate(component: CampComponent, path: string, files: ProjectFiles): string {
  const plain = posix.normalize(path)
  if (plain.startsWith('/') || plain === '..' || plain.startsWith('../'))
    throw new RealizationRefused(`${component.name} names ${path}, which is outside of the template`)
  const [first, ...rest] = plain.split('/') as [string, ...string[]]
  const folder = `images/${instanceName(first)}`
  const isImage = first === component.name || below(files, folder).length > 0
  return isImage ? [folder, ...rest].join('/') : plain
}

/** A file, or the files of a folder. */
function below(files: ProjectFiles, path: string): string[] {
  return files.has(path) ? [path] : [...files.keys()].filter((one) => one.startsWith(`${path}/`))
}

/** Each occurrence. One byte is one character here, so that what is no text stays as it is. */
function replaceIn(
  files: Map<string, ProjectFile>,
  path: string,
  pattern: string | RegExp,
  replacement: string,
  who: string,
): void {
  const file = files.get(path)
  if (!file) throw new RealizationRefused(`${who}: there is no file ${path}`)
  const asBytes = (text: string) => Buffer.from(text).toString('latin1')
  const text = Buffer.from(file.bytes).toString('latin1')
  const replaced = text.replaceAll(typeof pattern === 'string' ? asBytes(pattern) : pattern, () => asBytes(replacement))
  const isFound = typeof pattern === 'string' ? text.includes(asBytes(pattern)) : text.search(pattern) >= 0
  if (!isFound)
    throw new RealizationRefused(`${who}: ${path} has no ${typeof pattern === 'string' ? pattern : 'FROM camp/...'}`)
  files.set(path, { ...file, bytes: Buffer.from(replaced, 'latin1') })
}
