package gateway

import (
	"net/url"
	"testing"

	"assay/engine/access"
	"assay/engine/tap"
)

const secret = "t3am-S3cret-0123456789"

func withAccess(t *testing.T, a *access.Access, r *request) *request {
	t.Helper()
	r.URL = "http://127.0.0.1:1/v1/responses"
	parsed, err := url.Parse(r.URL)
	if err != nil {
		t.Fatal(err)
	}
	r.url, r.Method = parsed, "POST"
	if err := r.applyAccess(a); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestAccess(t *testing.T) {
	script := `{"key":{"header":"api-key","scheme":""},"headers":[["x-team","${TEAM}"]],"query":"api-version=1&code=${CODE}"}`
	a, err := access.Read(script, map[string]string{"TEAM": secret, "CODE": "a/b==", "ASSAY_API_KEY": "k"})
	if err != nil {
		t.Fatal(err)
	}

	t.Run("access: a header of the request takes precedence", func(t *testing.T) {
		r := &request{Request: tap.Request{Credential: "first", Headers: []tap.Header{{Name: "X-Team", Value: "script"}}}}
		if got := withAccess(t, &a, r).Headers; len(got) != 1 || got[0].Value != "script" {
			t.Errorf("got %v", got)
		}
	})

}
