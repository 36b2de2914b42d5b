/** Makes the images that the tests run, where they are not made yet, so that no test waits for another's image. */
import { ensureImage, type TestImage } from './hosts/containers.ts'
import { ensureHelperImage } from './hosts/helper-image.ts'

const images: readonly TestImage[] = ['scratch-jdk17', 'scratch-jdk25', 'bare-jdk17', 'debian-jdk17', 'debian-jdk25']
for (const image of images) await ensureImage(image)
await ensureHelperImage()
