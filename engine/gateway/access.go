package gateway

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// access is how requests reach the target: the header that carries a key, and what every request
// carries beside it.
type access struct {
	// Key is nil where the target takes no key.
	Key *carriage `json:"key"`
	// Headers are names and values; ${NAME} in a value stands for a secret.
	Headers [][2]string `json:"headers"`
	// Query has no question mark; ${NAME} stands for a secret here too.
	Query string `json:"query"`
	// Secrets are sent and never recorded, by the names that stand in their place.
	Secrets map[string]string `json:"secrets"`
}

// carriage is a header that carries a key.
type carriage struct {
	Header string `json:"header"`
	// Scheme stands before the key; empty when the key stands alone.
	Scheme string `json:"scheme"`
}

func plainAccess() access {
	return access{Key: &carriage{"authorization", "Bearer"}}
}

func (c *carriage) isBearer() bool {
	return c != nil && strings.EqualFold(c.Header, "authorization") && strings.EqualFold(c.Scheme, "bearer")
}

var placeholder = regexp.MustCompile(`\$\{([A-Za-z_]\w*)\}`)

// readAccess reads what the script says of the access; its secrets are in the environment.
func readAccess(text string, env map[string]string) (access, error) {
	read := plainAccess()
	if text == "" {
		return read, nil
	}
	if json.Unmarshal([]byte(text), &read) != nil {
		return read, fmt.Errorf("options.ext.assayAccess of the script is not what Assay writes there")
	}
	read.Secrets = map[string]string{}
	for _, name := range read.placeholders() {
		value := env[name]
		if value == "" {
			return read, fmt.Errorf("the environment variable %s is not set: the script sends it in a header or its query", name)
		}
		if strings.ContainsAny(value, "\r\n\x00") {
			return read, fmt.Errorf("the environment variable %s holds a line break, which no header can have", name)
		}
		read.Secrets[name] = value
	}
	return read, nil
}

func (a access) placeholders() []string {
	texts := []string{a.Query}
	for _, h := range a.Headers {
		texts = append(texts, h[1])
	}
	var names []string
	for _, found := range placeholder.FindAllStringSubmatch(strings.Join(texts, "\n"), -1) {
		names = append(names, found[1])
	}
	return names
}

// filled puts secrets where their names stand.
func (a access) filled(text string, spell func(string) string) string {
	if len(a.Secrets) == 0 || !strings.Contains(text, "${") {
		return text
	}
	return placeholder.ReplaceAllStringFunc(text, func(place string) string {
		if secret, known := a.Secrets[place[2:len(place)-1]]; known {
			return spell(secret)
		}
		return place
	})
}

func asItIs(text string) string { return text }

// clues finds the secrets in what comes back, in a fixed order.
func (a access) clues() []clue {
	var clues []clue
	for _, name := range slices.Sorted(maps.Keys(a.Secrets)) {
		secret := a.Secrets[name]
		clues = append(clues, cluesOf(name, secret)...)
		if escaped := url.QueryEscape(secret); escaped != secret {
			clues = append(clues, cluesOf(name, escaped)...)
		}
	}
	return clues
}

// carry adds to a request what every request carries. A header of the request itself goes before.
func (r *request) carry(a access) error {
	r.key = a.Key
	if a.Key != nil && r.hasHeader(a.Key.Header) {
		r.credential = "other"
	}
	for _, h := range a.Headers {
		if r.hasHeader(h[0]) {
			continue
		}
		if err := r.addHeader(h[0], h[1]); err != nil {
			return err
		}
	}
	if a.Query != "" {
		r.urlText += separator(r.url.RawQuery, "?") + a.Query
		sent := *r.url
		sent.RawQuery += separator(sent.RawQuery, "") + a.filled(a.Query, url.QueryEscape)
		r.url = &sent
	}
	return nil
}

func separator(query, first string) string {
	if query == "" {
		return first
	}
	return "&"
}
