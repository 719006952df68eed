package answer

// maxDepth is how deep the JSON of a request may be nested. A reader that calls itself for each level
// ends the process when its stack is full, which some million brackets do.
const maxDepth = 10_000

// isTooDeep returns whether a text, which need not be valid JSON, is nested deeper than maxDepth.
func isTooDeep(text []byte) bool {
	depth, isString := 0, false
	for at := 0; at < len(text); at++ {
		switch c := text[at]; {
		case c == '"':
			isString = !isString
		case isString && c == '\\':
			at++
		case isString:
		case c == '[' || c == '{':
			if depth++; depth > maxDepth {
				return true
			}
		case c == ']' || c == '}':
			depth--
		}
	}
	return false
}
