package access

import "errors"

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
