import { Menu } from '../ui/Menu.tsx'
import { textes } from './app.textes.ts'

/** The languages of the interface: one today. */
export function MenuLangue() {
  const { libelle, francais } = textes.langue
  const choix = [{ libelle: francais, coche: true, onChoisir: () => undefined }]
  return <Menu libelle={libelle} icone="langue" choix={choix} />
}
