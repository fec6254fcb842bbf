import { ATTAQUES, inonder } from '../server/test/attaque.ts'
import { figure, type Rapport } from './rapport.ts'

/** The longest that another caller waits, asking without rest for a second, in ms. */
async function attenteDesAutres(url: string): Promise<number> {
  const fin = performance.now() + 1000
  let pire = 0
  for (let debut = performance.now(); debut < fin; debut = performance.now()) {
    const reponse = await fetch(`${url}/api/sante`)
    if (!reponse.ok) throw new Error(`sous l’attaque, une réponse ${reponse.status}`)
    await reponse.arrayBuffer()
    pire = Math.max(pire, performance.now() - debut)
  }
  return pire
}

/** What those who ask without ever reading make others wait, at worst, beside a quiet second. */
export async function mesurerAttaques(rapport: Rapport, url: string): Promise<void> {
  rapport.ouvrir(
    'Sous l’attaque de qui demande sans jamais lire',
    'La plus longue attente d’un autre appel, en une seconde d’appels sans relâche. Plancher : la seconde d’avant, au calme.',
    ['Relevé', 'Plancher', 'But'],
  )
  await attenteDesAutres(url)
  for (const [titre, connexions, texte] of ATTAQUES) {
    const calme = await attenteDesAutres(url)
    const prises = inonder(url, connexions, texte)
    const pendant = await attenteDesAutres(url)
    for (const prise of prises) prise.destroy()
    rapport.ajouter({
      quoi: `${connexions} connexions, ${titre}`,
      releve: `${figure(pendant)} ms`,
      plancher: `${figure(calme)} ms`,
      rapport: '≤ 200 ms de plus',
    })
  }
}
