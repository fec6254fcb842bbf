import { styled } from '@mui/material/styles'

/** Words for screen readers only. */
export const Invisible = styled('span')({
  position: 'absolute',
  width: 1,
  height: 1,
  margin: -1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
})
