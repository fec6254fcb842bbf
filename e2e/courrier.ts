import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@playwright/test'
import type { Lettre } from '../server/test/boite.ts'
import { dossierLettres } from './boite.ts'

/** The mails of the platform that this test visits. */
const sien = () => dossierLettres(new URL(test.info().project.use.baseURL ?? '').port)

function lireLettres(email: string): Lettre[] {
  const dossier = sien()
  return (
    readdirSync(dossier)
      .filter((nom) => nom.endsWith('.json'))
      .toSorted()
      // What `ranger` wrote.
      .map((nom) => JSON.parse(readFileSync(join(dossier, nom), 'utf8')) as Lettre)
      .filter(({ a }) => a.includes(email))
  )
}

const ATTENTE_MS = 60_000

/** The mails that this address received, once there are so many: they leave by a real server. */
export async function attendreLettres(email: string, nombre = 1): Promise<Lettre[]> {
  const limite = Date.now() + ATTENTE_MS
  for (;;) {
    const lettres = lireLettres(email)
    if (lettres.length >= nombre) return lettres
    if (Date.now() > limite) {
      throw new Error(`${email} a reçu ${lettres.length} courriel(s), attendu ${nombre}`)
    }
    await new Promise((suite) => setTimeout(suite, 100))
  }
}

/** Path and query of the link in a mail, to be opened here. */
export function lienDe({ texte }: Lettre): string {
  const adresse = /https?:\/\/\S+/.exec(texte)?.[0]
  if (!adresse) throw new Error(`aucun lien dans : ${texte}`)
  const { pathname, search } = new URL(adresse)
  return pathname + search
}
