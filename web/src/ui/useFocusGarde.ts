import { useEffect, useRef } from 'react'

/**
 * The button that acted may go for good, and the focus with it: when there are fewer (`nombre`), the
 * first button of this element that stays takes it, or the element itself.
 */
export function useFocusGarde<E extends HTMLElement>(nombre: number) {
  const ref = useRef<E>(null)
  const avant = useRef(nombre)
  const parti = useRef(false)
  useEffect(() => {
    if (nombre < avant.current) parti.current = true
    avant.current = nombre
    // An open dialog gives the focus back as it closes: only then is it known to be lost.
    if (!parti.current || document.activeElement?.closest('dialog')) return
    parti.current = false
    if (document.activeElement === document.body) {
      ;(ref.current?.querySelector('button') ?? ref.current)?.focus()
    }
  })
  return ref
}
