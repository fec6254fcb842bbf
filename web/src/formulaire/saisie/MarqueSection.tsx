import { Icone } from '../../ui/Icone.tsx'
import { TEXTES } from './saisie.textes.ts'
import type { BilanSection } from './saisie.types.ts'

/** Where a section stands, by icon and colour; the words stand beside it. */
export function MarqueSection({ bilan }: { bilan: BilanSection }) {
  const { icone, classe } = aspectDe(bilan)
  return (
    <span className={`s-onglet-marque ${classe}`}>
      <Icone nom={icone} taille={16} />
    </span>
  )
}

/** The same, and its words for who does not see it; nothing where nothing is asked. */
export function MarqueDite({ bilan }: { bilan: BilanSection | undefined }) {
  if (!bilan || bilan.requises + bilan.erreurs + bilan.avertissements === 0) return null
  return (
    <>
      <MarqueSection bilan={bilan} />
      <span className="s-masque">{aspectDe(bilan).dit}</span>
    </>
  )
}

function aspectDe({ requises, remplies, erreurs, avertissements }: BilanSection) {
  if (erreurs > 0)
    return {
      icone: 'erreur',
      classe: 's-marque-faute',
      dit: TEXTES.onglet.erreurs(erreurs),
    } as const
  if (avertissements > 0)
    return {
      icone: 'attention',
      classe: 's-marque-alerte',
      dit: TEXTES.onglet.avertissements(avertissements),
    } as const
  if (remplies < requises)
    return {
      icone: 'cercle',
      classe: 's-marque-reste',
      dit: TEXTES.onglet.reste(requises - remplies),
    } as const
  return { icone: 'coche', classe: 's-marque-fait', dit: TEXTES.onglet.complete } as const
}
