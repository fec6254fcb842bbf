import { EchecApi, type Voie } from './envoi.ts'

/** Headers of an answer that the rest of the web reads. */
const LUES = ['content-type', 'retry-after']

function reponseDe(demande: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const nom of LUES) {
    const valeur = demande.getResponseHeader(nom)
    if (valeur !== null) headers.set(nom, valeur)
  }
  return new Response(demande.responseText, { status: demande.status, headers })
}

/**
 * The way of a call that says how much of its body has left, from 0 to 1: `fetch` does not, this older
 * one does.
 */
export const createVoieSuivie =
  (surAvancee: (part: number) => void): Voie =>
  (adresse, { method = 'POST', headers, body, signal }) =>
    new Promise((finir, echouer) => {
      const demande = new XMLHttpRequest()
      demande.open(method, adresse)
      headers.forEach((valeur, nom) => {
        demande.setRequestHeader(nom, valeur)
      })
      demande.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
        if (lengthComputable) surAvancee(loaded / total)
      })
      demande.addEventListener('load', () => finir(reponseDe(demande)))
      demande.addEventListener('error', () => echouer(new EchecApi(0, {})))
      const abandonner = () => {
        demande.abort()
        echouer(signal?.reason)
      }
      signal?.addEventListener('abort', abandonner)
      if (signal?.aborted) abandonner()
      // Parts, made by `envoyer`.
      else demande.send(body as FormData)
    })
