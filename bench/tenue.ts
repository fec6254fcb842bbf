import { performance } from 'node:perf_hooks'
import { hacherMotDePasse, verifierMotDePasse } from '../server/src/platform/mot-de-passe.ts'
import type { Serveurs } from './http.ts'
import { MOT_DE_PASSE } from './jeu.ts'
import { figure, mediane, part, type Rapport } from './rapport.ts'

async function repeter(fois: number, appel: () => Promise<unknown>): Promise<number> {
  const durees: number[] = []
  for (let i = 0; i < fois + 2; i++) {
    const debut = performance.now()
    await appel()
    if (i >= 2) durees.push(performance.now() - debut)
  }
  return mediane(durees)
}

async function connecter(url: string): Promise<void> {
  const reponse = await fetch(`${url}/api/utilisateur/connexion`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifiant: 'dpps', password: MOT_DE_PASSE }),
  })
  if (!reponse.ok) throw new Error(`connexion refusée : ${await reponse.text()}`)
  await reponse.arrayBuffer()
}

/** Start, memory and sign-in: what a server costs beside its answers. */
export function ouvrirTenue(rapport: Rapport, quand = ''): void {
  rapport.ouvrir(
    'Démarrage, mémoire, connexion',
    `Démarrage : du lancement du processus à sa première réponse. Mémoire : résidente, au plus haut, après tous les tirs ci-dessus. ${quand}`.trim(),
    ['Relevé', 'Plancher', 'But'],
  )
}

export function direDemarrage(rapport: Rapport, releve: number[], plancher: number[]): void {
  rapport.ajouter({
    quoi: 'Du lancement à la première réponse, sur PostgreSQL',
    releve: `${figure(mediane(releve))} ms`,
    plancher: `${figure(mediane(plancher))} ms`,
    rapport: '≤ 2 000 ms',
  })
}

export function direMemoire(rapport: Rapport, { releve, plancher }: Serveurs): void {
  const mo = (valeur: number | undefined) =>
    valeur === undefined ? 'inconnue' : `${figure(valeur)} Mo`
  rapport.ajouter({
    quoi: 'Mémoire résidente sous la charge, au plus haut',
    releve: mo(releve.memoire()?.sommet),
    plancher: mo(plancher.memoire()?.sommet),
    rapport: '≤ 300 Mo',
  })
}

/** Sign-in, beside what the password's hash costs by itself. */
export async function mesurerConnexion(
  rapport: Rapport,
  { releve }: Serveurs,
  rapide: boolean,
): Promise<void> {
  const fois = rapide ? 5 : 25
  const empreinte = await hacherMotDePasse(MOT_DE_PASSE)
  const argon2 = await repeter(fois, async () => {
    if (!(await verifierMotDePasse(empreinte, MOT_DE_PASSE))) throw new Error('mot de passe refusé')
  })
  const entiere = await repeter(fois, () => connecter(releve.url))
  rapport.ajouter({
    quoi: 'Se connecter (plancher : vérifier le mot de passe par argon2, seul)',
    releve: `${figure(entiere)} ms`,
    plancher: `${figure(argon2)} ms`,
    rapport: part(argon2, entiere),
  })
}
