/** Why a file is no JSON, in a French sentence. */
export class JsonIllisible extends Error {}

/** The value that a file holds as JSON in UTF-8, with a byte order mark or not. @throws JsonIllisible */
export function readJson(contenu: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(contenu))
  } catch {
    throw new JsonIllisible(
      'Ce n’est pas du JSON en UTF-8, ou le fichier est coupé\u00a0: exportez-le de nouveau.',
    )
  }
}
