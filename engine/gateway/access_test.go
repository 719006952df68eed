package gateway

import (
	"net/url"
	"strings"
	"testing"
)

const secret = "t3am-S3cret-0123456789"

func carried(t *testing.T, a access, r *request) *request {
	t.Helper()
	r.urlText = "http://127.0.0.1:1/v1/responses"
	parsed, err := url.Parse(r.urlText)
	if err != nil {
		t.Fatal(err)
	}
	r.url, r.method = parsed, "POST"
	if err := r.carry(a); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestAccess(t *testing.T) {
	written := `{"key":{"header":"api-key","scheme":""},"headers":[["x-team","${TEAM}"]],"query":"api-version=1&code=${CODE}"}`
	a, err := readAccess(written, map[string]string{"TEAM": secret, "CODE": "a/b=="})
	if err != nil {
		t.Fatal(err)
	}

	t.Run("secrets are sent, and the record has their names", func(t *testing.T) {
		r := carried(t, a, &request{credential: "first"})
		sent := newHTTPRequest(r, a, keys{first: "k"}.authorization(a, "first"))
		if got := sent.Header.Get("X-Team"); got != secret {
			t.Errorf("sent %q", got)
		}
		if got := sent.Header.Get("Api-Key") + "|" + sent.Header.Get("Authorization"); got != "k|" {
			t.Errorf("the key was sent as %q", got)
		}
		if got := sent.URL.RawQuery; got != "api-version=1&code=a%2Fb%3D%3D" {
			t.Errorf("the query was %q", got)
		}
		frame := string(appendExchange(nil, &exchange{request: r}, redactor{}))
		for _, want := range []string{`["x-team","${TEAM}"]`, `code=${CODE}"`, `"key":{"header":"api-key","scheme":""}`} {
			if !strings.Contains(frame, want) {
				t.Errorf("no %s in %s", want, frame)
			}
		}
		if strings.Contains(frame, secret) {
			t.Errorf("a secret in %s", frame)
		}
	})

	t.Run("secrets are taken out of what comes back", func(t *testing.T) {
		if got := newRedactor(keys{}, a).text("you sent " + secret); got != "you sent [TEAM]" {
			t.Errorf("got %q", got)
		}
	})

	t.Run("a header of the request goes before", func(t *testing.T) {
		own := &request{credential: "first", headers: []header{{"X-Team", "own"}}}
		if got := carried(t, a, own).headers; len(got) != 1 || got[0].value != "own" {
			t.Errorf("got %v", got)
		}
	})

	t.Run("a variable that is not set is named", func(t *testing.T) {
		if _, err := readAccess(written, map[string]string{"TEAM": secret}); err == nil || !strings.Contains(err.Error(), "CODE is not set") {
			t.Errorf("got %v", err)
		}
	})

	t.Run("a target without a key gets none", func(t *testing.T) {
		none, err := readAccess(`{"key":null}`, nil)
		if err != nil {
			t.Fatal(err)
		}
		k := keys{}
		if err := k.check(none, "first"); err != nil {
			t.Error(err)
		}
		r := carried(t, none, &request{credential: "first"})
		if sent := newHTTPRequest(r, none, k.authorization(none, "first")); len(sent.Header) != 0 {
			t.Errorf("sent %v", sent.Header)
		}
	})
}
