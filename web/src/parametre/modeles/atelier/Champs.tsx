import {
  COMPTES,
  LIBELLES_COMPTES,
  NATURES,
  NIVEAUX,
} from '@releve/contract/modele/modele.schema.ts'
import { lazy, Suspense, useId, useState } from 'react'
import { BoutonAction } from '../../../ui/BoutonAction.tsx'
import { Champ } from '../../../ui/Champ.tsx'
import { ChampListe, ChampTexte, ChampTexteLong } from '../../../ui/ChampTexte.tsx'
import { lireNombre } from '../../../ui/nombre.ts'
import { textesModele } from '../modele.textes.ts'
import { lireA } from './edition.ts'
import type { Faute } from './Formule.tsx'
import { Reproches } from './Reproches.tsx'
import type { PropsTrait } from './traits.ts'
import { ChampValeurs, Exclusions } from './Valeurs.tsx'

type Props = {
  libelle: string
  aide?: string | undefined
  valeur: unknown
  /** It is said always: erased, it says why, and keeps what it was. */
  exige?: boolean
  erreur: string | null
  onChange: (nombre: number | undefined) => void
}

const ecrire = (nombre: number) => String(nombre).replace('.', ',')

/** A number while it is one; what is typed otherwise says why, and changes nothing. */
function Nombre({ libelle, aide, valeur, exige = false, erreur, onChange }: Props) {
  const ecrit = typeof valeur === 'number' ? ecrire(valeur) : ''
  const [saisi, setSaisi] = useState({ texte: ecrit, pour: ecrit })
  // Undone: what is said is no longer what was typed here.
  if (saisi.pour !== ecrit) setSaisi({ texte: ecrit, pour: ecrit })
  const faux = lireNombre(saisi.texte) === undefined || (exige && saisi.texte === '')
  const changer = (texte: string) => {
    const nombre = lireNombre(texte)
    const garde = nombre === undefined || (nombre === null && exige)
    setSaisi({ texte, pour: garde ? ecrit : nombre === null ? '' : ecrire(nombre) })
    if (!garde) onChange(nombre ?? undefined)
  }
  return (
    <ChampTexte
      libelle={libelle}
      aide={aide}
      largeur="xs"
      inputMode="decimal"
      maxLength={20}
      value={saisi.texte}
      erreur={faux ? textesModele.atelier.nombre : erreur}
      onChange={({ target }) => changer(target.value)}
    />
  )
}

const textesSeuils = textesModele.atelier.seuils

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
function ChampSeuils({ trait, valeur, porteur, onChange, fautes }: PropsTrait) {
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
          libelle={textesSeuils.valeur(nom)}
          valeur={seuils[nom]}
          erreur={Object.hasOwn(seuils, nom) ? null : textesSeuils.manque}
          onChange={(seuil) => poser(nom, seuil)}
        />
      ))}
      {oublies.map((nom) => (
        <p key={nom} className="mdl-actes">
          <span>{textesSeuils.oublie(nom, seuils[nom] ?? 0)}</span>
          <BoutonAction size="small" variant="text" onClick={() => poser(nom, undefined)}>
            {textesSeuils.retirer(nom)}
          </BoutonAction>
        </p>
      ))}
      <Reproches fautes={fautes} />
    </fieldset>
  )
}

const Formule = lazy(() => import('./Formule.tsx'))
const t = textesModele.atelier

const enTexte = (valeur: unknown) => (typeof valeur === 'string' ? valeur : '')
const dire = (fautes: readonly Faute[]) => fautes.map(({ message }) => message).join(' ') || null

/** The field of one trait, as its kind asks. */
export function ChampTrait(props: PropsTrait) {
  const { trait, valeur, exige, onChange, fautes } = props
  const { libelle, aide } = trait
  const erreur = dire(fautes)
  const poser = (texte: string) => onChange(texte === '' && !exige ? undefined : texte)
  const textes = { libelle, aide, erreur }
  switch (trait.genre) {
    case 'texte':
      return (
        <ChampTexte
          {...textes}
          value={enTexte(valeur)}
          maxLength={200}
          onChange={({ target }) => poser(target.value)}
        />
      )
    case 'code':
      return (
        <ChampTexte
          {...textes}
          largeur="sm"
          spellCheck={false}
          autoCapitalize="characters"
          maxLength={30}
          value={enTexte(valeur)}
          onChange={({ target }) => poser(target.value.toUpperCase())}
        />
      )
    case 'long':
      return (
        <ChampTexteLong
          {...textes}
          rows={2}
          maxLength={2000}
          value={enTexte(valeur)}
          onChange={({ target }) => poser(target.value)}
        />
      )
    case 'case':
      return (
        <label className="mdl-case">
          <input
            type="checkbox"
            checked={valeur === true}
            onChange={({ target }) => onChange(target.checked || undefined)}
          />
          {libelle}
        </label>
      )
    case 'nombre':
      return <Nombre {...textes} {...{ valeur, exige, onChange }} />
    case 'nature':
    case 'compte':
    case 'niveau':
    case 'liste':
      return <ChampChoix {...props} />
    case 'types':
      return <ChampTypes {...props} />
    case 'formule':
    case 'message':
      return <ChampFormule {...props} />
    case 'adresses':
      return <ChampLignes {...props} />
    case 'exclusions':
      return <ChampExclusions {...props} />
    case 'valeurs':
      return <ChampValeurs {...props} />
    case 'seuils':
      return <ChampSeuils {...props} />
  }
}

/** What one chooses among: natures, levels, code lists; and what no choice means. */
function optionsDe({ trait: { genre }, exige, vocabulaire }: PropsTrait) {
  const { natures, niveaux } = textesModele.vue
  if (genre === 'niveau')
    return { options: NIVEAUX.map((code) => ({ code, libelle: niveaux[code] })) }
  if (genre === 'nature') {
    const options = NATURES.map((code) => ({ code, libelle: natures[code] }))
    return exige ? { options } : { options, vide: t.commeAutour }
  }
  if (genre === 'compte') {
    const options = COMPTES.map((code) => ({ code, libelle: LIBELLES_COMPTES[code] }))
    return { options, vide: t.selonLUnite }
  }
  const options = vocabulaire.codifications.map(({ code, libelle }) => {
    return { code, libelle: `${libelle} (${code})` }
  })
  return { options, vide: t.choisirListe }
}

function ChampChoix(props: PropsTrait) {
  const { trait, valeur, exige, onChange, fautes } = props
  return (
    <ChampListe
      libelle={trait.libelle}
      aide={trait.aide}
      erreur={dire(fautes)}
      value={enTexte(valeur)}
      onChange={({ target }) => onChange(target.value === '' && !exige ? undefined : target.value)}
      {...optionsDe(props)}
    />
  )
}

function ChampTypes({ trait, valeur, onChange, vocabulaire }: PropsTrait) {
  const choisis: unknown[] = Array.isArray(valeur) ? valeur : []
  const liste = vocabulaire.codifications.find(({ code }) => code === 'TYPE_STRUCTURE')
  return (
    <fieldset className="mdl-types">
      <legend>{trait.libelle}</legend>
      {trait.aide && <span className="mdl-gris">{trait.aide}</span>}
      {liste?.valeurs.map(({ code, libelle }) => (
        <label key={code}>
          <input
            type="checkbox"
            checked={choisis.includes(code)}
            onChange={({ target }) =>
              onChange(
                target.checked ? [...choisis, code] : choisis.filter((autre) => autre !== code),
              )
            }
          />
          {libelle}
        </label>
      ))}
    </fieldset>
  )
}

/** Of a whole list of codes, those that are left out. */
function ChampExclusions({ valeur, porteur, onChange, fautes, vocabulaire }: PropsTrait) {
  return (
    <div>
      <Exclusions
        codification={lireA(porteur, ['codification'])}
        codifications={vocabulaire.codifications}
        exclus={Array.isArray(valeur) ? valeur.map(String) : []}
        onChange={onChange}
      />
      <Reproches fautes={fautes} />
    </div>
  )
}

function ChampFormule({ trait, valeur, exige, onChange, fautes, cellules }: PropsTrait) {
  const id = useId()
  const erreur = dire(fautes)
  const decrit = [erreur, trait.aide].filter(Boolean).join(' ')
  return (
    <Champ id={id} libelle={trait.libelle} aide={trait.aide} erreur={erreur}>
      <Suspense fallback={<span className="mdl-formule">{enTexte(valeur)}</span>}>
        <Formule
          etiquette={trait.libelle}
          decrit={decrit}
          valeur={enTexte(valeur)}
          message={trait.genre === 'message'}
          onChange={(texte) => onChange(texte === '' && !exige ? undefined : texte)}
          {...{ fautes, cellules }}
        />
      </Suspense>
    </Champ>
  )
}

/** Written one a line. */
const ecrireLignes = (valeur: unknown) => (Array.isArray(valeur) ? valeur.join('\n') : '')

function ChampLignes({ trait, valeur, exige, onChange, fautes }: PropsTrait) {
  const ecrit = ecrireLignes(valeur)
  const [saisi, setSaisi] = useState({ texte: ecrit, pour: ecrit })
  // Undone: what is said is no longer what was typed here.
  if (saisi.pour !== ecrit) setSaisi({ texte: ecrit, pour: ecrit })
  const changer = (texte: string) => {
    const lignes = texte.split('\n').flatMap((ligne) => ligne.trim() || [])
    setSaisi({ texte, pour: ecrireLignes(lignes) })
    onChange(lignes.length === 0 && !exige ? undefined : lignes)
  }
  return (
    <ChampTexteLong
      libelle={trait.libelle}
      aide={trait.aide}
      erreur={dire(fautes)}
      rows={3}
      spellCheck={false}
      value={saisi.texte}
      onChange={({ target }) => changer(target.value)}
    />
  )
}
