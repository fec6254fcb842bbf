import { useId } from 'react'
import { BoutonAction } from '../../../ui/BoutonAction.tsx'
import { textesModele } from '../modele.textes.ts'
import { lireA } from './edition.ts'
import { Nombre } from './Nombre.tsx'
import { Reproches } from './Reproches.tsx'
import type { PropsTrait } from './traits.ts'

const t = textesModele.atelier.seuils

const NOMMES = /SEUIL\(\s*"([^"]{1,60})"\s*\)/g

/** The thresholds that a control names, in its formula and its message, in their order. */
function seuilsNommes(controle: unknown): string[] {
  const textes = ['formule', 'message'].map((cle) => lireA(controle, [cle]))
  const noms = textes.flatMap((texte) =>
    typeof texte === 'string' ? [...texte.matchAll(NOMMES)].map(([, nom = '']) => nom) : [],
  )
  return [...new Set(noms)]
}

/** A figure for each threshold that the formula names; what it names no more may be taken away. */
export function ChampSeuils({ trait, valeur, porteur, onChange, fautes }: PropsTrait) {
  const id = useId()
  // What the shape of a source lets stand there.
  const seuils = (valeur ?? {}) as Readonly<Record<string, number>>
  const nommes = seuilsNommes(porteur)
  const oublies = Object.keys(seuils).filter((nom) => !nommes.includes(nom))
  const poser = (nom: string, seuil: number | undefined) => {
    const autres = Object.entries(seuils).filter(([autre]) => autre !== nom)
    const suite = seuil === undefined ? autres : [...autres, [nom, seuil] as const]
    // In the order of the formula, whatever was typed last.
    const rangs = [...nommes, ...oublies]
    const tries = suite.toSorted(([a], [b]) => rangs.indexOf(a) - rangs.indexOf(b))
    onChange(tries.length > 0 ? Object.fromEntries(tries) : undefined)
  }
  return (
    <fieldset className="mdl-types" aria-describedby={id}>
      <legend>{trait.libelle}</legend>
      <span className="mdl-gris" id={id}>
        {trait.aide}
      </span>
      {nommes.map((nom) => (
        <Nombre
          key={nom}
          libelle={t.valeur(nom)}
          valeur={seuils[nom]}
          erreur={Object.hasOwn(seuils, nom) ? null : t.manque}
          onChange={(seuil) => poser(nom, seuil)}
        />
      ))}
      {oublies.map((nom) => (
        <p key={nom} className="mdl-actes">
          <span>{t.oublie(nom, seuils[nom] ?? 0)}</span>
          <BoutonAction size="small" variant="text" onClick={() => poser(nom, undefined)}>
            {t.retirer(nom)}
          </BoutonAction>
        </p>
      ))}
      <Reproches fautes={fautes} />
    </fieldset>
  )
}
