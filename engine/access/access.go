// Package access describes how requests reach the target: the keys, the header that carries one, and
// what is added to every request.
package access

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"assay/engine/redact"
)

// Access is how requests reach the target.
type Access struct {
	Keys Keys `json:"-"`
	// Key is nil where the target takes no key.
	Key *KeyHeader `json:"key"`
	// Headers are names and values; ${NAME} in a value stands for a secret.
	Headers [][2]string `json:"headers"`
	// Query has no question mark; ${NAME} stands for a secret here too.
	Query string `json:"query"`
	// Proxy is what connections go through; as the environment says when nil.
	Proxy *Proxy `json:"proxy"`
	// TLS is nil where connections are secured as Go does it.
	TLS *TLS `json:"tls"`
	// HTTP2 is true where the target is reached over HTTP/2, and over nothing else.
	HTTP2 bool `json:"http2"`
	// Connections are how many connections of HTTP/2 share the load; as many as it needs when 0.
	Connections int `json:"connections"`
	// Streams limits the concurrent requests on one of them; as many as the target permits when 0.
	Streams int `json:"streamsPerConnection"`
	// TraceShare is the share of requests whose trace is sampled, with traceparent in all of them; nil for none.
	TraceShare *float64 `json:"traceShare"`
	// Resolve has IP addresses by host:port, in place of what the names stand for.
	Resolve map[string][]string `json:"resolve"`
	// UnixSocket is the path of a socket that all connections are made to; "" for none.
	UnixSocket string `json:"unixSocket"`
	// Secrets maps the names to their values, which are sent and never recorded.
	Secrets map[string]string `json:"secrets"`
}

// Proxy is an HTTP proxy.
type Proxy struct {
	// URL may have credentials, where ${NAME} stands for a secret; it is "none" for direct connections.
	URL string `json:"url"`
}

// ProxyFunc chooses the proxy of a request, as in http.Transport.
type ProxyFunc = func(*http.Request) (*url.URL, error)

// Default sends the keys as bearer tokens, and nothing else.
func Default() Access {
	return Access{Key: &KeyHeader{"authorization", "Bearer"}}
}

// IsBearer returns whether keys are sent as bearer tokens.
func (k *KeyHeader) IsBearer() bool {
	return k != nil && strings.EqualFold(k.Header, "authorization") && strings.EqualFold(k.Scheme, "bearer")
}

var placeholder = regexp.MustCompile(`\$\{([A-Za-z_]\w*)\}`)

// Read decodes the access that the script contains; the keys and secrets are in the environment.
func Read(text string, env map[string]string) (Access, error) {
	access := Default()
	access.Keys = Keys{env["ASSAY_API_KEY"], env["ASSAY_API_KEY_2"]}
	if text == "" {
		return access, nil
	}
	if json.Unmarshal([]byte(text), &access) != nil {
		return access, errors.New("options.ext.assayAccess of the script is malformed: write the script again with assay load --emit script")
	}
	access.Secrets = map[string]string{}
	for _, name := range access.placeholders() {
		value := env[name]
		if value == "" {
			return access, fmt.Errorf("the environment variable %s is not set: the script sends it in a header or in the query", name)
		}
		if strings.ContainsAny(value, "\r\n\x00") {
			return access, fmt.Errorf("the environment variable %s contains a line break, which no header can carry", name)
		}
		access.Secrets[name] = value
	}
	return access, nil
}

func (a *Access) placeholders() []string {
	texts := []string{a.Query}
	if a.Proxy != nil {
		texts = append(texts, a.Proxy.URL)
	}
	for _, header := range a.Headers {
		texts = append(texts, header[1])
	}
	var names []string
	for _, found := range placeholder.FindAllStringSubmatch(strings.Join(texts, "\n"), -1) {
		names = append(names, found[1])
	}
	return names
}

// FilledHeader returns a header value with the secrets in place of their names.
func (a *Access) FilledHeader(value string) string {
	return a.fill(value, func(secret string) string { return secret })
}

// FilledQuery returns the query with the secrets in place of their names.
func (a *Access) FilledQuery() string {
	return a.fill(a.Query, url.QueryEscape)
}

// ProxyFunc returns the choice of a proxy for a transport; environment is the choice of the environment.
func (a *Access) ProxyFunc(environment ProxyFunc) ProxyFunc {
	switch {
	case a.Proxy == nil:
		return environment
	case a.Proxy.URL == "none":
		return nil
	}
	escape := func(secret string) string { return strings.ReplaceAll(url.QueryEscape(secret), "+", "%20") }
	proxy, err := url.Parse(a.fill(a.Proxy.URL, escape))
	if err != nil {
		err = errors.New("the address of the proxy is invalid") // that of net/url has its credentials
	}
	return func(*http.Request) (*url.URL, error) { return proxy, err }
}

// IsRelayed returns whether a proxy reads and writes the messages: the connections are then not those of the target. It
// only passes HTTP/2 on.
func (a *Access) IsRelayed(target *url.URL) bool {
	return !a.HTTP2 && target.Scheme == "http" && a.Proxy != nil && a.Proxy.URL != "none"
}

// NewTraceparent returns the header of a request that begins a trace (W3C Trace Context §3.2); "" for none.
func (a *Access) NewTraceparent() string {
	if a.TraceShare == nil {
		return ""
	}
	flags := 0
	if rand.Float64() < *a.TraceShare {
		flags = 1
	}
	return fmt.Sprintf("00-%016x%016x-%016x-%02x", rand.Uint64(), rand.Uint64()|1, rand.Uint64()|1, flags)
}

func (a *Access) fill(text string, escape func(string) string) string {
	if len(a.Secrets) == 0 || !strings.Contains(text, "${") {
		return text
	}
	return placeholder.ReplaceAllStringFunc(text, func(found string) string {
		if secret, known := a.Secrets[found[2:len(found)-1]]; known {
			return escape(secret)
		}
		return found
	})
}

// Redactor removes the keys and the secrets from what the target sends.
func (a *Access) Redactor() redact.Redactor {
	spellings := append(redact.Spellings("API key 1", a.Keys.First), redact.Spellings("API key 2", a.Keys.Second)...)
	for _, name := range slices.Sorted(maps.Keys(a.Secrets)) {
		secret := a.Secrets[name]
		spellings = append(spellings, redact.Spellings(name, secret)...)
		if escaped := url.QueryEscape(secret); escaped != secret {
			spellings = append(spellings, redact.Spellings(name, escaped)...)
		}
	}
	return redact.New(spellings)
}

// Keys are the API keys of the run; Second may be empty.
type Keys struct {
	First, Second string
}

func (k Keys) of(credential string) string {
	switch credential {
	case "first":
		return k.First
	case "second":
		return k.Second
	default:
		return ""
	}
}

// KeyHeader is the header that carries a key.
type KeyHeader struct {
	Header string `json:"header"`
	// Scheme precedes the key; it is empty when the header holds the key alone.
	Scheme string `json:"scheme"`
}

// Authorization returns the value of the key header for a credential; "" for no header.
func (a *Access) Authorization(credential string) string {
	key := a.Keys.of(credential)
	if a.Key == nil || key == "" || a.Key.Scheme == "" {
		return key
	}
	return a.Key.Scheme + " " + key
}

// CheckCredential returns an error for a credential whose key is not set.
func (a *Access) CheckCredential(credential string) error {
	switch {
	case a.Key == nil:
		return nil
	case credential == "first" && a.Keys.First == "":
		return errors.New("there is no API key: set ASSAY_API_KEY, or use credential 'none'")
	case credential == "second" && a.Keys.Second == "":
		return errors.New("there is no second API key: set ASSAY_API_KEY_2")
	default:
		return nil
	}
}
