package answer

import (
	"strings"
	"testing"
)

func TestIsTooDeep(t *testing.T) {
	for name, test := range map[string]struct {
		text string
		deep bool
	}{
		"as deep as may be":                 {strings.Repeat("[", maxDepth) + strings.Repeat("]", maxDepth), false},
		"one level deeper":                  {strings.Repeat("[", maxDepth+1), true},
		"objects":                           {strings.Repeat(`{"a":`, maxDepth+1), true},
		"many brackets side by side":        {strings.Repeat("[{}]", maxDepth), false},
		"brackets in a string":              {`["` + strings.Repeat(`\"[`, 2*maxDepth) + `"]`, false},
		"levels after an escaped backslash": {`["\\",` + strings.Repeat("[", maxDepth), true},
	} {
		t.Run(name, func(t *testing.T) {
			if got := isTooDeep([]byte(test.text)); got != test.deep {
				t.Errorf("got %v", got)
			}
		})
	}
}
